-- What the application's own role may do: everything with the rows, except that it can only read the log and the list
-- of admins' acts and add to them. deploy/release runs it as the owner of the tables, after each migration; by hand:
--
--   psql --set application=night_mail --file deploy/roles.sql postgresql://night_mail_owner@.../night_mail

GRANT USAGE ON SCHEMA public TO :"application";

-- Not ON ALL TABLES, which would stop at a table that somebody else has put there, an extension's or a superuser's.
SET night_mail.application = :"application";
DO $$
DECLARE
    own record;
BEGIN
    FOR own IN
        SELECT oid::regclass AS name, CASE relkind WHEN 'S' THEN 'USAGE, SELECT ON SEQUENCE'
                                      ELSE 'SELECT, INSERT, UPDATE, DELETE ON' END AS rights
        FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'S')
            AND pg_has_role(relowner, 'USAGE')
    LOOP
        EXECUTE format('GRANT %s %s TO %I', own.rights, own.name, current_setting('night_mail.application'));
    END LOOP;
END $$;
RESET night_mail.application;

REVOKE UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER ON games_entry, games_entrysecret, games_adminact
FROM :"application";
