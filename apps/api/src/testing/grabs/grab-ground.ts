import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { powerDnsZones } from '@postern/adapter-dns/powerdns';
import { aMessage, sendMail, type SmtpOutcome } from '@postern/adapter-mail/testing/send-mail';
import { startRealHarness } from '@postern/adapter-mail/testing/start-real-harness';
import { readFile } from 'node:fs/promises';
import { PASSWORD, type Panel } from '../builders.ts';
import { startTestApp } from '../start-test-app.ts';
import { testClient } from '../test-client.ts';

/** A panel with its mail server, where an attacker tries to get another's mail. */
export type GrabGround = {
  panel: Panel;
  fromOutside: (to: string) => Promise<SmtpOutcome>;
  /** Sends as a mailbox: `login` is the one that signs in, or whose address is in MAIL FROM. */
  submit: (login: string, message: { to: string; envelopeFrom?: string; headerFrom?: string }) => Promise<SmtpOutcome>;
  /** How many messages lie in the mailboxes of these domains, once all mail that was accepted has arrived. */
  countMessages: (domains: readonly string[]) => Promise<number>;
  /** Makes a domain registered, at its owner's name server. */
  registerElsewhere: (domain: string) => Promise<void>;
  /** What the panel remembers of a domain whose former customer is gone: that its MX record led here. */
  leave: (domain: string) => Promise<void>;
  stop: () => Promise<void>;
};

const LEFT = `insert into domain_mail (name, customer_id, bundle_id, ownership_token, evidence, is_local, receives, may_send)
  values ($1, gen_random_uuid(), gen_random_uuid(), 'former', '{"ownership": {"seenAtMillis": 1, "absence": null},
    "mx": {"seenAtMillis": 1, "absence": null}, "mxProves": true}', true, true, true)`;

const messageFrom = (from: string) => aMessage('a letter').replace('sender@elsewhere.test', from);

/** The panel and its embedded mail server, with a DNS outside. */
export async function startEmbeddedGround(): Promise<GrabGround> {
  const app = await startTestApp({ webhooks: false, hasInternet: true });
  const { internet } = app;
  if (internet === null) throw new Error('The DNS outside is missing.');
  const smtp = { host: '127.0.0.1', port: app.smtpPort };
  return {
    panel: app,
    fromOutside: (to) => sendMail(smtp, { to, raw: aMessage('from outside') }),
    // Nobody signs in here: the address in MAIL FROM is the login.
    submit: (login, { to, envelopeFrom = login, headerFrom = envelopeFrom }) =>
      sendMail(smtp, { from: login, to, raw: messageFrom(headerFrom) }),
    countMessages: (domains) => countFiles(path.join(app.dataDir, 'mail'), domains),
    registerElsewhere: async (domain) => {
      internet.delegate(domain, 'others');
      await internet.zones.createZone(domain);
    },
    leave: (domain) => withDatabase(app.databaseUrl ?? '', LEFT, domain),
    stop: app.stop,
  };
}

/** The real servers. Their panel can ask only its own name server. */
export async function startRealGround(): Promise<GrabGround> {
  const { stack, delivered, smtp, directory, stop } = await startRealHarness();
  const panel = { ...testClient(stack.baseUrl), partner: stack.partner, clock: { now: () => new Date() } };
  const apiKey = /^api-key=(.+)$/m.exec(await readFile(path.join(stack.dir, 'config/powerdns/pdns.conf'), 'utf8'))?.[1];
  const zones = powerDnsZones({
    ...{ url: `http://127.0.0.1:${stack.ports.dnsApi}`, apiKey: apiKey ?? '' },
    identity: { nameServers: ['ns1.others.test', 'ns2.others.test'], contact: 'hostmaster.others.test' },
  });
  const submission = { host: '127.0.0.1', port: stack.ports.submission };
  return {
    panel,
    fromOutside: (to) => sendMail(smtp, { to, raw: aMessage('from outside') }),
    submit: (login, { to, envelopeFrom = login, headerFrom = envelopeFrom }) =>
      sendMail(submission, {
        ...{ from: envelopeFrom, to, raw: messageFrom(headerFrom) },
        auth: { user: login, pass: PASSWORD },
      }),
    countMessages: async (domains) => {
      await delivered();
      return countFiles(path.join(stack.dir, 'mail'), domains);
    },
    // It has no other name server to ask.
    registerElsewhere: (domain) => zones.createZone(domain),
    leave: async (domain) => void (await directory.client.query(LEFT, [domain])),
    stop: async () => {
      await zones.close();
      await stop();
    },
  };
}

async function withDatabase(url: string, text: string, value: string): Promise<void> {
  const { Client } = await import('pg');
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text, [value]);
  } finally {
    await client.end();
  }
}

async function countFiles(folder: string, domains: readonly string[]): Promise<number> {
  const counts = domains.map(async (domain) => {
    const entries = await readdir(path.join(folder, domain), { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile() && /\/(new|cur)$/.test(entry.parentPath)).length;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
