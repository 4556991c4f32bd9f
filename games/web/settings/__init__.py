"""My settings: a short page for each subject, by the services that the API calls. `proof` guards what opens more."""
