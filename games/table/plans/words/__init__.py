"""The words of plans, a module for each subject. Every module here defines `WORDS` and is found automatically."""
