-- Creates the roles of the mail and name servers, before the panel's first start. They own none of the panel's tables: mailro reads the
-- views of schema mail, mailusage writes the table mail_usage. The panel's migrations grant both.
SELECT 'CREATE ROLE ' || name FROM unnest(ARRAY['mailro', 'mailusage', 'powerdns']) AS name
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
ALTER ROLE mailro LOGIN PASSWORD '@MAILRO_PASSWORD@';
ALTER ROLE mailusage LOGIN PASSWORD '@MAILUSAGE_PASSWORD@';
ALTER ROLE powerdns LOGIN PASSWORD '@POWERDNS_PASSWORD@';
