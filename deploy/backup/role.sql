-- The role that backups read with, for `psql -f` as a superuser. It reads every row in spite of row-level security, and writes nothing.
-- It signs in without a password from the system user of the same name (peer), as on Debian.
SELECT 'CREATE ROLE postern_backup LOGIN' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'postern_backup') \gexec
ALTER ROLE postern_backup BYPASSRLS;
ALTER ROLE postern_backup SET default_transaction_read_only = on;
GRANT pg_read_all_data TO postern_backup;
