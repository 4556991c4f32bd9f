-- The two roles and the database, made by a superuser of PostgreSQL 15 or newer. What is there already stays, but the
-- passwords are set anew:
--
--   printf '\\set owner_password %s\n\\set password %s\n' OWNERS SITES | cat - deploy/database.sql | sudo -u postgres psql
--
-- (so that nobody finds the passwords in the list of processes).

-- The passwords stay out of PostgreSQL's log, whatever it logs otherwise.
SET log_statement = 'none';
SET log_min_error_statement = 'panic';
SET log_min_duration_statement = -1;
SET log_min_duration_sample = -1;
SET log_transaction_sample_rate = 0;

SELECT format('CREATE ROLE %I', name) FROM unnest(ARRAY['night_mail_owner', 'night_mail']) AS name
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
ALTER ROLE night_mail_owner LOGIN PASSWORD :'owner_password';
ALTER ROLE night_mail LOGIN PASSWORD :'password';

-- It sorts by code points, which no upgrade of the operating system changes: by PostgreSQL's own C.UTF-8, from 17 on.
SELECT 'CREATE DATABASE night_mail OWNER night_mail_owner TEMPLATE template0 ENCODING ''UTF8'' LOCALE ''C.UTF-8'' '
    || CASE WHEN current_setting('server_version_num')::int < 170000 THEN 'LOCALE_PROVIDER libc'
            ELSE 'LOCALE_PROVIDER builtin BUILTIN_LOCALE ''C.UTF-8''' END
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'night_mail') \gexec

-- The site's statements, and rows that PostgreSQL refuses, hold addresses and messages. They stay out of
-- PostgreSQL's own log; what went wrong is in the site's. Only a superuser may set this.
ALTER ROLE night_mail SET log_statement = 'none';
ALTER ROLE night_mail SET log_min_error_statement = 'panic';
ALTER ROLE night_mail SET log_min_duration_statement = -1;
ALTER ROLE night_mail SET log_min_duration_sample = -1;
ALTER ROLE night_mail SET log_transaction_sample_rate = 0;
ALTER ROLE night_mail SET log_parameter_max_length_on_error = 0;
ALTER ROLE night_mail SET log_error_verbosity = 'terse';

ALTER ROLE night_mail_owner SET log_statement = 'none';
ALTER ROLE night_mail_owner SET log_min_error_statement = 'panic';
ALTER ROLE night_mail_owner SET log_min_duration_statement = -1;
ALTER ROLE night_mail_owner SET log_min_duration_sample = -1;
ALTER ROLE night_mail_owner SET log_transaction_sample_rate = 0;
ALTER ROLE night_mail_owner SET log_parameter_max_length_on_error = 0;
ALTER ROLE night_mail_owner SET log_error_verbosity = 'terse';
