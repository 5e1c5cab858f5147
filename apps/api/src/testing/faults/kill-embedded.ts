import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createMailbox, listMailboxes } from '@postern/contract/mailboxes';
import type { Login } from '@postern/contract/session';
import { signIn } from '@postern/contract/sign-in';
import { expect } from 'vitest';
import { aCustomerWithDomain, PASSWORD } from '../builders.ts';
import { runCli, type Server, startServer } from '../start-server.ts';

const WRITERS = 6;

/** Creates mailboxes as fast as it can until the server is gone; `acknowledged` collects the successful ones. */
async function writeUntilGone(
  server: Server,
  { token, domain }: { token: string; domain: string },
  prefix: string,
  acknowledged: string[],
): Promise<void> {
  for (let number = 0; ; number += 1) {
    const email = `${prefix}-${number}@${domain}`;
    try {
      const { account } = await server.must(createMailbox, { email, password: PASSWORD }, { token });
      acknowledged.push(account.email);
    } catch {
      return;
    }
  }
}

/** Kills a server on the embedded database repeatedly under load. Every acknowledged write must be there afterwards. */
export async function killEmbeddedServer(dataDir: string, kills: number): Promise<{ acknowledged: number }> {
  let server = await startServer({ dataDir });
  const partner = await runCli<{ partnerId: number; keyId: string; secret: string }>(
    { dataDir },
    'partner',
    'create',
    '--id',
    '900',
    '--name',
    'Kill',
    '--brand',
    'general',
  );
  const panel = { ...server, partner, clock: { now: () => new Date() } };
  const customer = await aCustomerWithDomain(panel, { domain: 'killed.test', accounts: 9_000 });
  const acknowledged: string[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      writeUntilGone(server, customer, `k${kill}-w${writer}`, acknowledged),
    );
    const before = acknowledged.length;
    while (acknowledged.length < before + 3) await pause(10);
    await pause(randomInt(0, 250));
    await server.end('SIGKILL');
    await Promise.all(writers);
    server = await startServer({ dataDir });
    const there = await readAll(server, customer.token);
    expect(
      acknowledged.filter((address) => !there.has(address)),
      `after kill ${kill + 1}`,
    ).toEqual([]);
  }
  const [some = ''] = acknowledged;
  const login: Login = await server.must(signIn, { email: some, password: PASSWORD });
  expect(login.primaryDomain).toBe('killed.test');
  await server.end('SIGTERM');
  return { acknowledged: acknowledged.length };
}

async function readAll(server: Server, token: string): Promise<Set<string>> {
  const seen = new Set<string>();
  let cursor: string | null = null;
  do {
    const page: { accounts: { email: string }[]; nextCursor: string | null } = await server.must(
      listMailboxes,
      { limit: 500, ...(cursor === null ? {} : { cursor }) },
      { token },
    );
    for (const { email } of page.accounts) seen.add(email);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return seen;
}
