-- What the application's own role may do: everything with the rows, except that it can only read the log and the list
-- of admins' acts and add to them. deploy/release runs it as the owner of the tables, after each migration; by hand:
--
--   psql --set application=night_mail --file deploy/roles.sql postgresql://night_mail_owner@.../night_mail

GRANT USAGE ON SCHEMA public TO :"application";
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO :"application";
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO :"application";

REVOKE UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER ON games_entry, games_entrysecret, games_adminact
FROM :"application";
