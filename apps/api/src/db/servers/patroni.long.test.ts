import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { countTrials } from '@postern/testkit/count-trials';
import { startPatroniPair } from '@postern/testkit/patroni-pair';
import { expect, onTestFinished, test } from 'vitest';
import { movableClock } from '../../runtime/clock.ts';
import { aCustomerWithDomain, aMailbox } from '../../testing/builders.ts';
import { keepWriting } from '../../testing/faults/keep-writing.ts';
import { runCli, type Server, startServer } from '../../testing/start-server.ts';
import type { TestPartner } from '../../testing/start-test-app.ts';
import { balanced } from '../../testing/two-servers.ts';

const ROUNDS = 3;
/** Patroni gives a leader up for dead after 20 seconds (`ttl`), and checks every five. */
const SERVED_WITHIN_MS = 60_000;

test('whenever Patroni’s leader is killed, even with one of three etcd servers down, the standby takes over automatically, both panels write again, and no acknowledged write is lost [MBX-13]', async ({
  task,
}) => {
  const pair = await startPatroniPair();
  onTestFinished(() => pair.stop());
  await pair.query(
    `create role postern login createrole password 'quiet-harbour'`,
    'create database postern owner postern template template0',
  );
  const dataDir = mkdtempSync(path.join(tmpdir(), 'postern-patroni-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const wish = {
    dataDir,
    databaseUrl: pair.urlOf('postern', 'postern'),
    env: { POSTERN_PUBLIC_URL: 'http://panel.test', POSTERN_TRUST_PROXY: 'true' },
  };
  const servers = (await Promise.all([startServer(wish), startServer(wish)])) as [Server, Server];
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.end('SIGTERM')))));
  const partner = await runCli<TestPartner>(wish, 'partner', 'create', '--id', '906', '--name', 'P', '--brand', 'neo');
  const panel = { ...balanced(servers), clock: movableClock(Date.now), partner };
  const took: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const customer = await aCustomerWithDomain(panel, { accounts: 3, domain: `patroni-${round}.test` });
    const { email } = await aMailbox(panel, customer, 'anna');
    const writer = keepWriting(servers, { ...customer, email });
    await writer.goesOnAfter(performance.now());
    const etcd = round === 1 ? pair.etcds[0] : undefined;
    await etcd?.kill();
    const former = await pair.leader();
    former.kill();
    const lostAt = performance.now();
    const servedAfter = (await writer.servesAfter(performance.now())) - lostAt;
    expect(servedAfter, `round ${round + 1}`).toBeLessThan(SERVED_WITHIN_MS);
    expect((await pair.leader()).name).not.toBe(former.name);
    await former.start();
    await etcd?.start();
    await pair.waitForStandby();
    const backAfter = performance.now() - lostAt;
    took.push(
      `written again after ${(servedAfter / 1000).toFixed(1)} s, a standby again after ${(backAfter / 1000).toFixed(1)} s`,
    );
    await writer.goesOnAfter(performance.now());
    await writer.stop();
    await writer.checkAt(servers[round % 2 === 0 ? 0 : 1]);
    for (const server of servers) expect(server.output()).not.toContain('"status":500');
  }
  process.stdout.write(`${took.join('\n')}\n`);
  countTrials(task, ROUNDS);
}, 900_000);
