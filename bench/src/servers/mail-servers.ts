import { readFileSync } from 'node:fs';
import path from 'node:path';
import { postfixDovecotBackend } from '@postern/adapter-mail/postfix-dovecot';
import type { MailBackend } from '@postern/adapter-mail/port';
import { testImportConnection } from '@postern/contract/mail-import';
import { freePort } from '@postern/testkit/free-port';
import type { MailStack } from '@postern/testkit/mail-stack';
import { spawnProcess } from '@postern/testkit/spawn-process';
import {
  aCustomerWithDomain,
  aMailbox,
  PASSWORD,
  type Panel,
  type TestCustomer,
} from '../../../apps/api/src/testing/builders.ts';
import { testClient } from '../../../apps/api/src/testing/test-client.ts';
import type { Defer } from '../clean-ups.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const SEATS = 100;

/** A mailbox of the real servers, with PASSWORD, and the token of its domain's owner. */
export type Box = { mailboxId: string; address: string; token: string };

export type MailServers = {
  stack: MailStack;
  imapsPort: number;
  backend: MailBackend;
  panel: Panel;
  /** The owner of a mailbox's domain, unless `addBox` names another one. */
  customer: TestCustomer;
  addCustomer: () => Promise<TestCustomer>;
  addBox: (name: string, customer?: TestCustomer) => Promise<Box>;
  /** The SHA-256 of the servers' self-signed certificate. */
  fingerprint: string;
  dovecotConfig: string;
  /** Starts another panel process on the same database and mail servers. */
  startSecondPanel: () => Promise<{ pid: number; end: () => Promise<unknown> }>;
};

/** Starts Dovecot, Postfix, PowerDNS and a panel from the build, as `npm run stack` does, with a customer who has a domain. */
export async function startMailServers(folder: string, defer: Defer): Promise<MailServers> {
  const dir = path.join(folder, 'stack');
  const base = 20_000 + ((await freePort()) % 650) * 18;
  const server = await spawnProcess({
    command: process.execPath,
    args: [path.join(ROOT, 'scripts/stack.mjs'), '--dir', dir, '--port-base', String(base)],
    ready: { line: /^\{"baseUrl"/m },
    timeoutMs: 180_000,
  });
  defer(async () => void (await server.end('SIGTERM')));
  const line = /^\{"baseUrl".*$/m.exec(server.output())?.[0] ?? '';
  const stack = JSON.parse(line) as MailStack;
  const dovecotConfig = path.join(dir, 'config/dovecot/dovecot.conf');
  const imapsPort = Number(/inet_listener imaps \{\s+port = (\d+)/.exec(readFileSync(dovecotConfig, 'utf8'))?.[1]);
  const panel = { ...testClient(stack.baseUrl), clock: { now: () => new Date() }, partner: stack.partner };
  const addCustomer = () => aCustomerWithDomain(panel, { accounts: SEATS });
  const customer = await addCustomer();
  const addBox = async (name: string, whose = customer): Promise<Box> => {
    const { id, email } = await aMailbox(panel, whose, name);
    return { mailboxId: id, address: email, token: whose.token };
  };
  const apiKey = /^doveadm_api_key = (.+)$/m.exec(readFileSync(dovecotConfig, 'utf8'))?.[1] ?? '';
  const backend = postfixDovecotBackend({
    apiKey,
    list: async () => [
      {
        ...{ name: 'only', url: `http://127.0.0.1:${stack.ports.doveadm}`, storeDir: path.join(dir, 'mail') },
        ...{ copyTo: null, imap: { host: '127.0.0.1', port: stack.ports.imap } },
      },
    ],
    placeOf: async () => null,
  });
  const probe = await addBox('probe');
  const asked = { host: '127.0.0.1', port: imapsPort, ssl: true, remoteEmail: probe.address, remotePassword: PASSWORD };
  const refused = await panel.call(
    testImportConnection,
    { ...asked, destinationEmail: probe.address },
    { token: customer.token },
  );
  if (refused.ok) throw new Error('The certificate that nobody signed was accepted.');
  const fingerprint = String(refused.problem.attrs['fingerprint']);
  return {
    ...{ stack, imapsPort, backend, panel, customer, addCustomer, addBox, fingerprint, dovecotConfig },
    startSecondPanel: () => startSecondPanel(dir),
  };
}

/** With the settings of the first process, but its own ports. */
async function startSecondPanel(dir: string): Promise<{ pid: number; end: () => Promise<unknown> }> {
  const first = readFileSync(path.join(dir, 'run/panel.pid'), 'utf8').trim();
  const settings = readFileSync(`/proc/${first}/environ`, 'utf8')
    .split('\0')
    .filter((line) => /^(POSTERN_|DATABASE_URL=)/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
  const [port, filter] = [await freePort(), await freePort()];
  const server = await spawnProcess({
    command: process.execPath,
    args: [path.join(ROOT, 'dist/api/main.mjs')],
    env: {
      ...(Object.fromEntries(settings) as Record<string, string>),
      POSTERN_PORT: String(port),
      POSTERN_MAIL_FILTER_PORT: String(filter),
    },
    ready: { url: `http://127.0.0.1:${port}/readyz` },
    timeoutMs: 120_000,
  });
  return { pid: server.pid, end: () => server.end('SIGTERM') };
}
