import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMailbox, listMailboxes } from '@postern/contract/mailboxes';
import { signIn } from '@postern/contract/sign-in';
import { createDatabase } from '@postern/testkit/test-database';
import { expect, inject, onTestFinished } from 'vitest';
import { aCustomerWithDomain, PASSWORD } from './builders.ts';
import { readSharedGateway, runCli, startServer } from './start-server.ts';
import type { TestPartner } from './start-test-app.ts';

type Kind = 'embedded' | 'PostgreSQL';

function aFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'postern-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty data folder and database to run a server in. */
export async function aPlace(kind: Kind) {
  const databaseUrl = kind === 'PostgreSQL' ? { databaseUrl: await createDatabase(inject('postgresUrl')) } : {};
  return { dataDir: aFolder(), ...databaseUrl };
}

/** A backup of the running server restores the people, mail and payments of that moment elsewhere, and nothing that came later. */
export async function backUpAndRestore(kind: Kind): Promise<void> {
  const place = await aPlace(kind);
  const server = await startServer(place);
  onTestFinished(() => server.end('SIGKILL').then(() => undefined));
  const partner = await runCli<TestPartner>(place, 'partner', 'create', '--id', '900', '--name', 'B', '--brand', 'neo');
  const panel = { ...server, partner, clock: { now: () => new Date() } };
  const { token, domain } = await aCustomerWithDomain(panel, { accounts: 5 });
  await server.must(createMailbox, { email: `anna@${domain}`, password: PASSWORD }, { token });
  const ledger = await readSharedGateway(place.dataDir);
  const file = path.join(aFolder(), 'postern.tar.gz');
  const made = await runCli<{ bytes: number }>(place, 'backup', file);
  expect(statSync(file).size).toBe(made.bytes);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await expect(runCli(place, 'backup', file)).rejects.toThrow('FILE_EXISTS');
  await expect(runCli(place, 'restore', file)).rejects.toThrow('SERVER_RUNS');
  await server.must(createMailbox, { email: `later@${domain}`, password: PASSWORD }, { token });
  await server.end('SIGKILL');
  await expect(runCli(place, 'restore', file)).rejects.toThrow('NOT_EMPTY');

  const other = await aPlace(kind);
  await runCli(other, 'restore', file);
  const again = await startServer(other);
  onTestFinished(() => again.end('SIGKILL').then(() => undefined));
  const login = await again.must(signIn, { email: `anna@${domain}`, password: PASSWORD });
  const { accounts } = await again.must(listMailboxes, {}, { token: login.token });
  expect(accounts.map((account) => account.email)).toEqual([`anna@${domain}`]);
  expect(await readSharedGateway(other.dataDir)).toEqual(ledger);
  expect(existsSync(path.join(other.dataDir, 'mail', domain, 'anna'))).toBe(true);
}
