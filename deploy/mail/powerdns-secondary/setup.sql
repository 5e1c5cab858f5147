-- The second name server's database, after PowerDNS's own schema. It may be run again, for a new key or a new address of the primary.
INSERT INTO tsigkeys (name, algorithm, secret) VALUES ('postern-transfer', 'hmac-sha256', '@TRANSFER_KEY@')
  ON CONFLICT (name, algorithm) DO UPDATE SET secret = excluded.secret;
-- The catalogue, which names the zones to copy (RFC 9432). PowerDNS creates and deletes them itself.
INSERT INTO domains (name, type, master) VALUES ('catalog.postern.invalid', 'CONSUMER', '@PRIMARY_DNS@')
  ON CONFLICT (name) DO UPDATE SET master = excluded.master;
UPDATE domains SET master = '@PRIMARY_DNS@' WHERE catalog = 'catalog.postern.invalid';
DELETE FROM domainmetadata WHERE kind = 'AXFR-MASTER-TSIG'
  AND domain_id IN (SELECT id FROM domains WHERE name = 'catalog.postern.invalid');
INSERT INTO domainmetadata (domain_id, kind, content)
  SELECT id, 'AXFR-MASTER-TSIG', 'postern-transfer' FROM domains WHERE name = 'catalog.postern.invalid';
-- PowerDNS 4.7 would ask for a new zone without the key, and be refused.
DROP TRIGGER IF EXISTS sign_transfer;
CREATE TRIGGER sign_transfer AFTER INSERT ON domains WHEN NEW.type = 'SLAVE'
  BEGIN INSERT INTO domainmetadata (domain_id, kind, content) VALUES (NEW.id, 'AXFR-MASTER-TSIG', 'postern-transfer'); END;
