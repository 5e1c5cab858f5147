import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type FakeStripe,
  SECRET_KEY,
  startFakeStripe,
  STRIPE_WEBHOOK_SECRET,
} from '@postern/adapter-payment/testing/fake-stripe';
import { applyDomainPlan, planDomain } from '@postern/contract/domain-plan';
import { pollUntil } from '@postern/testkit/poll-until';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openImap } from '../../../../packages/adapters/mail/src/testing/imap-client.ts';
import { aMessage, sendMail } from '../../../../packages/adapters/mail/src/testing/send-mail.ts';
import { movableClock } from '../runtime/clock.ts';
import { LOCATIONS } from '../runtime/locations.ts';
import { type BareMachine, startBareMachine } from '../testing/bare-machine.ts';
import { aMailbox, aReadyPurchase, complete, type Panel, PASSWORD } from '../testing/builders.ts';
import { type GrudgingMailServer, startGrudgingMailServer } from '../testing/faults/grudging-mail-server.ts';
import { guideBlocks } from '../testing/guide-blocks.ts';
import { testClient } from '../testing/test-client.ts';

const MAKE_LIMIT_MS = 900_000;
const STEP_LIMIT_MS = 600_000;
/** The name that the operator has instead of `your.example`. */
const NAME = 'post.test';
const CUSTOMER = 'customer.example';
const DATABASE_PASSWORD = 'a-password-of-the-operator';

let machine: BareMachine;
let stripe: FakeStripe;
let mailServer: GrudgingMailServer;
const doors: Server[] = [];

/** Lets the machine reach a server of the test, and returns its port there. */
async function openDoor(port: number): Promise<number> {
  const door = createServer((socket) => {
    const onward = connect(port, '127.0.0.1');
    socket.on('error', () => onward.destroy()).pipe(onward);
    onward.on('error', () => socket.destroy()).pipe(socket);
  });
  await new Promise<void>((resolve) => door.listen(0, machine.testAddress, resolve));
  doors.push(door);
  return (door.address() as { port: number }).port;
}

/** Stands in for certbot, which would ask Let's Encrypt: it takes the same options and writes a certificate signed by itself. */
const CERTBOT = `#!/bin/bash -e
names=(); while [ $# -gt 0 ]; do [ "$1" = -d ] && { names+=("DNS:$2"); shift; }; shift; done
folder=/etc/letsencrypt/live/\${names[0]#DNS:}; mkdir -p "$folder"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 60 -subj "/CN=\${names[0]#DNS:}" \\
  -addext "subjectAltName=$(IFS=,; echo "\${names[*]}")" -keyout "$folder/privkey.pem" -out "$folder/fullchain.pem" 2>/dev/null
`;

/** The guide's commands with the operator's own name in them. */
const named = (text: string): string => text.replaceAll('your.example', NAME);
const blocksOf = (heading: string): string[] => guideBlocks(heading).map(named);
const put = (place: string, text: string, mode = 0o600) =>
  writeFileSync(path.join(machine.root, place), text, { mode });
const see = (place: string): string => readFileSync(path.join(machine.root, place), 'utf8');
const valueIn = (place: string, name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(see(place))?.[1] ?? '';

beforeAll(async () => {
  execFileSync(process.execPath, [path.join(LOCATIONS.root, 'scripts/release.mjs')], { stdio: 'ignore' });
  machine = await startBareMachine(path.join(mkdtempSync(path.join(tmpdir(), 'postern-guide-')), 'root'));
  const { version } = JSON.parse(readFileSync(path.join(LOCATIONS.root, 'package.json'), 'utf8')) as {
    version: string;
  };
  for (const ending of ['tar.gz', 'tar.gz.sha256']) {
    const file = `postern-${version}-linux-x64.${ending}`;
    copyFileSync(path.join(LOCATIONS.root, 'release', file), path.join(machine.root, 'root', file));
  }
  [stripe, mailServer] = await Promise.all([startFakeStripe(), startGrudgingMailServer()]);
}, MAKE_LIMIT_MS);

afterAll(async () => {
  await machine?.stop();
  for (const door of doors) door.close();
  await stripe?.[Symbol.asyncDispose]();
  await mailServer?.close();
});

test('a bare Debian becomes a running service by the commands of the guide alone', {
  timeout: MAKE_LIMIT_MS,
}, async () => {
  const [unpack = ''] = blocksOf('Install and upgrade from a release');
  await machine.run(`cd /root\n${unpack}`);

  const [install = '', certificates = '', configure = '', databases = '', panelEnv = '', units = ''] = blocksOf(
    'Mail servers: from a bare Debian 12 to a working service',
  );
  await machine.run(install, { withInternet: true });
  put('usr/local/bin/certbot', CERTBOT, 0o755);
  await machine.run(certificates);
  put(
    'etc/postern/mail.env',
    named(see('etc/postern/mail.env')).replace(
      /^([A-Z_]+)=$/gm,
      (_line, name: string) => `${name}=${`${name}-0123456789`.toLowerCase().replaceAll('_', '-')}`,
    ),
  );
  // The resolver asks nobody here, which this command says.
  expect(await machine.run(configure)).toContain('The configuration of the mail servers is in /etc/postern');
  await machine.run(databases, { typed: `${DATABASE_PASSWORD}\n${DATABASE_PASSWORD}\n` });

  const [stripePort, mailPort] = await Promise.all([openDoor(stripe.address.port), openDoor(mailServer.port)]);
  const filled: Record<string, string> = {
    POSTERN_SECRET_KEY: 'a secret key of the operator, 32 characters and more',
    POSTERN_MAILER_URL: `smtp://${machine.testAddress}:${mailPort}`,
    POSTERN_STRIPE_SECRET_KEY: SECRET_KEY,
    POSTERN_STRIPE_WEBHOOK_SECRET: STRIPE_WEBHOOK_SECRET,
    POSTERN_STRIPE_PUBLISHABLE_KEY: 'pk_test_fake',
    POSTERN_DOVEADM_KEY: valueIn('etc/postern/mail.env', 'DOVEADM_KEY'),
    POSTERN_MAIL_FILTER_TOKEN: valueIn('etc/postern/mail.env', 'FILTER_TOKEN'),
    POSTERN_POWERDNS_KEY: valueIn('etc/postern/mail.env', 'POWERDNS_KEY'),
  };
  const settings = panelEnv
    .replace(':PASSWORD@', `:${DATABASE_PASSWORD}@`)
    .replace(/^([A-Z_]+)=$/gm, (_line, name: string) => `${name}=${filled[name] ?? ''}`);
  // For the rehearsal: Stripe's stand-in, and our own name server as the only one that there is.
  const rehearsal = {
    POSTERN_REHEARSAL: 'true',
    POSTERN_STRIPE_API_URL: `http://${machine.testAddress}:${stripePort}`,
    POSTERN_DNS_SERVERS: machine.address,
    POSTERN_NAME_SERVER_ADDRESSES: machine.address,
  };
  put(
    'etc/postern/panel.env',
    [settings, ...Object.entries(rehearsal).map(([name, value]) => `${name}=${value}`), ''].join('\n'),
  );
  await machine.run(units);
  const active = async () =>
    (
      await machine.run(
        'systemctl is-active postern postern-dovecot postern-rspamd postern-postfix postern-powerdns || true',
      )
    ).trim();
  await pollUntil(async () => /^(active\n?){5}$/.test(await active()), {
    timeoutMs: 60_000,
    onTimeout: () => 'A unit is not active.',
  });
  const [proxy = ''] = blocksOf('The proxy in front');
  await machine.run(
    proxy.replace('\nnginx -t', `\nsed -i s/your.example/${NAME}/ /etc/nginx/conf.d/postern.conf\nnginx -t`),
  );
  await pollUntil(async () => (await machine.run('curl -s http://127.0.0.1:8080/readyz || true')).includes('"ready"'), {
    timeoutMs: 60_000,
    onTimeout: () => 'The panel is not ready.',
  });
  expect(await machine.run('bin/postern doctor')).not.toContain('FAIL');
  // Rspamd needs a few seconds after its unit is active. Until then Postfix refuses for a time.
  await pollUntil(async () => (await machine.run('(: < /dev/tcp/127.0.0.1/8083) 2>&1 || true')) === '', {
    timeoutMs: 60_000,
    onTimeout: () => 'The mail filter is not ready.',
  });
});

test('its customer buys through the proxy and opens the mailbox by IMAP; mail waits until public DNS proves the domain', {
  timeout: STEP_LIMIT_MS,
}, async () => {
  const [firstSteps = ''] = blocksOf('Command line').filter((block) => block.includes('plan import'));
  const link = new URL(/^https:\/\/\S+$/m.exec(await machine.run(firstSteps))?.[0] ?? '');
  // The certificate is our own.
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  onTestFinished(() => void delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']);
  const panel = { ...testClient(`https://${machine.address}`), clock: movableClock(Date.now) } as unknown as Panel;
  const jwt = link.searchParams.get('jwt') ?? '';
  const purchase = await aReadyPurchase(panel, { jwt, partnerId: 54, domain: CUSTOMER, email: `owner@${CUSTOMER}` });
  await stripe.confirm(purchase.clientSecret ?? '', 'pm_card_visa');
  const { session } = await complete(panel, purchase);
  await panel.must(applyDomainPlan, await panel.must(planDomain, {}, { token: session.token }), {
    token: session.token,
  });
  const ann = await aMailbox(panel, { domain: CUSTOMER, token: session.token }, 'ann');
  const smtp = { host: machine.address, port: 25 };
  // No public name server knows the domain here, so what its own name server says proves nothing.
  const { refusals } = await sendMail(smtp, { to: ann.email, raw: aMessage('too early') });
  expect(refusals).toEqual([expect.stringMatching(/^450 /)]);
  const imap = await openImap(993, ann.email, PASSWORD, machine.address);
  expect(await imap.mailboxOpen('INBOX')).toMatchObject({ exists: 0 });
  await imap.logout();
});

test('the commands of backup, drill, log rotation and second process work on it', {
  timeout: STEP_LIMIT_MS,
}, async () => {
  const [backup = '', drill = ''] = blocksOf('Backup of the whole service');
  await machine.run(backup);
  const folder = see('var/backups/postern/latest').trim();
  expect(await machine.run(drill.replace(/\d{4}-\d\d-\d\dT\d{6}Z/, folder))).toContain('1 customers, 1 mailboxes');
  await machine.run('logrotate -f /etc/logrotate.d/postern');
  expect(see('var/log/postern/postfix.log.1')).toContain('450 4.');
  const [second = '', , first = '', other = ''] = blocksOf('Upgrade without an interruption');
  await machine.run(second);
  await machine.run(first);
  await machine.run(other);
  expect(await machine.run('bin/postern doctor')).toMatch(/ok +release: .*another process runs/);
  expect(await machine.run('systemctl --failed --no-legend --plain | grep postern- || true')).toBe('');
});

test('the guide’s commands export a customer, request and cancel an erasure, name the seller, and let a partner take the payment', {
  timeout: STEP_LIMIT_MS,
}, async () => {
  const [exported = '', erased = ''] = blocksOf("A customer's data");
  expect(await machine.run(exported)).toContain(CUSTOMER);
  expect(see('var/lib/postern-panel/account.zip').slice(0, 2)).toBe('PK');
  expect(await machine.run(erased)).toContain(CUSTOMER);
  const [seller = ''] = blocksOf('Invoices');
  await machine.run(seller);
  expect(await machine.run('bin/postern doctor')).toMatch(/ok +seller: Harbour Mail Ltd/);
  const [partner = ''] = blocksOf('Partners who take the payment');
  await machine.run(`bin/postern partner create --id 116 --name Shop --brand general\n${partner}`);
});

test('the guide’s commands install the servers of the optional parts, and the service goes on', {
  timeout: STEP_LIMIT_MS,
}, async () => {
  const [redis = ''] = blocksOf('Bayes and greylisting with Redis');
  await machine.run(redis, { withInternet: true });
  const [policies = ''] = blocksOf('TLS between mail servers');
  await machine.run(policies, { withInternet: true });
  await pollUntil(
    async () =>
      (await machine.run('systemctl is-active postern-rspamd postern-postfix redis-server || true')) ===
      'active\n'.repeat(3),
    { timeoutMs: 60_000, onTimeout: () => 'A unit is not active.' },
  );
});

test('the service comes back from its backup on a machine whose databases and mail are gone', {
  timeout: STEP_LIMIT_MS,
}, async () => {
  const folder = see('var/backups/postern/latest').trim();
  await machine.run(`systemctl stop postern postern-2 postern-dovecot postern-rspamd postern-postfix postern-powerdns
su postgres -c "dropdb postern"
su postgres -c "dropdb powerdns"
rm -rf /var/lib/postern/mail`);
  const [, , restore = ''] = blocksOf('Backup of the whole service');
  await machine.run(restore.replace(/\d{4}-\d\d-\d\dT\d{6}Z/, folder), {
    typed: `${DATABASE_PASSWORD}\n${DATABASE_PASSWORD}\n`,
  });
  await pollUntil(async () => (await machine.run('curl -s http://127.0.0.1:8080/readyz || true')).includes('"ready"'), {
    timeoutMs: 60_000,
    onTimeout: () => 'The panel is not ready.',
  });
  const imap = await openImap(993, `ann@${CUSTOMER}`, PASSWORD, machine.address);
  expect(await imap.mailboxOpen('INBOX')).toMatchObject({ exists: 0 });
  await imap.logout();
});
