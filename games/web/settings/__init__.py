"""The settings: a short page for each subject, using the API's services. `proof` guards access to the account."""
