"""My settings: a short page for each subject, using the API's services. `proof` guards what gives away the account."""
