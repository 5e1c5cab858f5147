import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { startDns } from './start-dns.ts';

const NAMES = {
  POSTERN_MODE: 'evaluation',
  POSTERN_PUBLIC_URL: 'https://panel.shops.test',
  POSTERN_NAME_SERVERS: 'ns1.names.test,NS2.other-names.test',
  POSTERN_DNS_CONTACT: 'hostmaster.contact.test',
  POSTERN_MX_HOSTS: 'mx1.mail.test,mx2.backup.test',
  POSTERN_SPF_INCLUDE: '_spf.senders.test',
  POSTERN_SITE_A: '192.0.2.80',
  POSTERN_SITE_CNAME: 'sites.pages.test',
  POSTERN_IMAP_HOST: 'imap.reading.test',
};
/** The domains that contain these names. */
const OWN = ['shops', 'names', 'other-names', 'contact', 'mail', 'backup', 'senders', 'pages', 'reading'];

test.each([
  ['the embedded name server', { POSTERN_DNS_PORT: '0' }],
  [
    'PowerDNS',
    {
      POSTERN_DNS_BACKEND: 'powerdns',
      POSTERN_POWERDNS_URL: 'http://127.0.0.1:9',
      POSTERN_POWERDNS_KEY: 'key',
    },
  ],
])(
  "with %s no customer can have a zone that contains one of the installation's names [DNS-02] [API-02]",
  async (_name, backend) => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'postern-own-'));
    const stops: (() => unknown)[] = [];
    onTestFinished(async () => {
      for (const stop of stops) await stop();
      rmSync(dataDir, { recursive: true, force: true });
    });
    const config = readConfig({ ...NAMES, ...backend, POSTERN_DATA_DIR: dataDir });
    const { dns } = await startDns(config, pino({ level: 'silent' }), stops);
    expect(dns.zones).not.toBeNull();
    const mayHold = async (domain: string) => [domain, await dns.canHoldZone(`${domain}.test`)];
    expect(await Promise.all(OWN.map(mayHold))).toEqual(OWN.map((domain) => [domain, false]));
    expect(await mayHold('customers')).toEqual(['customers', true]);
  },
);
