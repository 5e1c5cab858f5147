import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { countTrials } from '@postern/testkit/count-trials';
import { freePort } from '@postern/testkit/free-port';
import { pollUntil } from '@postern/testkit/poll-until';
import { type SpawnedProcess, spawnProcess } from '@postern/testkit/spawn-process';
import { createDatabase, dropDatabase } from '@postern/testkit/test-database';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { listOutbox } from '@postern/adapter-mailer/outbox-folder';
import { movableClock } from '../runtime/clock.ts';
import {
  type Front,
  makeFront,
  type ShippedProxy,
  startCaddy,
  startNginx,
} from '../testing/proxies/shipped-proxies.ts';
import { SECRET_KEY_TEXT } from '../testing/start-server.ts';
import type { TestPartner } from '../testing/start-test-app.ts';
import { asItIs, testClient } from '../testing/test-client.ts';
import { Traffic } from '../testing/upgrade/traffic.ts';
import { makeNextRelease, makeRelease, NEXT_FILE, NEXT_VERSION } from '../testing/upgrade/two-releases.ts';
import { visit } from '../testing/upgrade/visitors.ts';

const MAKE_MS = 300_000;
const UPGRADE_MS = 300_000;
/** How long people work before processes are restarted. */
const BEFORE_MILLIS = 5_000;
/** How long the guide waits after a process is ready, so that the proxy notices before the other one ends. */
const NOTICED_MILLIS = 5_000;

const work = mkdtempSync(path.join(tmpdir(), 'postern-upgrade-'));
/** A real former release, unpacked, if there is one to try. */
const former = process.env['FORMER_RELEASE'] ?? path.join(work, 'former');
const next = path.join(work, 'next');
beforeAll(() => {
  const current = former.startsWith(work) ? former : path.join(work, 'current');
  makeRelease(current);
  makeNextRelease(current, next);
}, MAKE_MS);
afterAll(() => rmSync(work, { recursive: true, force: true }));

const clock = movableClock(Date.now);

/** Settings that this test process happens to have. */
const NOTHING_INHERITED = Object.fromEntries(
  ['NODE_OPTIONS', ...Object.keys(process.env).filter((name) => name.startsWith('POSTERN_'))].map((name) => [
    name,
    undefined,
  ]),
);

type Place = { port: number; process: SpawnedProcess };

type StartProxy = (front: Front, ports: readonly number[]) => Promise<ShippedProxy>;

/** Two processes on one database and one data folder, behind a proxy as it ships. */
async function startPlaces(startProxy: StartProxy) {
  const databaseUrl = await createDatabase(inject('postgresUrl'));
  const dataDir = mkdtempSync(path.join(work, 'data-'));
  const env = {
    ...NOTHING_INHERITED,
    DATABASE_URL: databaseUrl,
    POSTERN_MODE: 'evaluation',
    POSTERN_DATA_DIR: dataDir,
    POSTERN_SECRET_KEY: SECRET_KEY_TEXT,
    POSTERN_PUBLIC_URL: 'https://panel.test',
    POSTERN_TRUST_PROXY: 'true',
    POSTERN_SMTP_PORT: 'off',
    POSTERN_DNS_PORT: 'off',
    // As in production.
    POSTERN_DRAIN_SECONDS: '6',
  };
  const start = (release: string, port: number) =>
    spawnProcess({
      command: path.join(release, 'bin/postern-server'),
      cwd: work,
      env: { ...env, POSTERN_PORT: String(port) },
      ready: { url: `http://127.0.0.1:${port}/readyz` },
      timeoutMs: 150_000,
    });
  const places: Place[] = [];
  for (const port of [await freePort(), await freePort()]) places.push({ port, process: await start(former, port) });
  const front = makeFront('panel.test');
  const proxy = await startProxy(
    front,
    places.map(({ port }) => port),
  );
  const visitors = await visit(front, proxy.port);
  onTestFinished(async () => {
    visitors.close();
    await proxy.process.end();
    front.remove();
    for (const place of places) await place.process.end('SIGTERM');
    await dropDatabase(databaseUrl);
  });
  /** As `systemctl restart` with the link to another release, and the wait for `/readyz`. Returns the milliseconds it took. */
  const restart = async (place: Place, release: string): Promise<number> => {
    const startedAt = performance.now();
    const { code } = await place.process.end('SIGTERM');
    expect(code).toBe(0);
    place.process = await start(release, place.port);
    return Math.round(performance.now() - startedAt);
  };
  /** Runs the former release's command line, because the schema is still that release's. */
  const command = async <Answer>(...args: string[]): Promise<Answer> => {
    const made = await spawnProcess({
      command: path.join(former, 'bin/postern'),
      args: [...args, '--json'],
      cwd: work,
      env,
    });
    const { code } = await made.exited;
    if (code !== 0) throw new Error(`postern ${args.join(' ')} ended with ${code}: ${made.output()}`);
    return JSON.parse(made.output()) as Answer;
  };
  return { dataDir, places, baseUrl: visitors.baseUrl, proxyLog: proxy.process.output, restart, command };
}

const filesIn = (release: string): string[] =>
  readdirSync(path.join(release, 'dist/panel/assets')).filter((name) => name.endsWith('.js'));

const releaseOf = async ({ port }: Place) =>
  (await (await fetch(`http://127.0.0.1:${port}/version`)).json()) as { version: string; schema: number };

test.for([
  ['nginx', startNginx],
  ['Caddy', startCaddy],
] as const)(
  'behind %s as it ships, two processes are upgraded one after the other and taken back under traffic: no call fails, and nothing acknowledged is lost',
  { timeout: UPGRADE_MS },
  async ([, startProxy], { task }) => {
    const { dataDir, places, baseUrl, proxyLog, restart, command } = await startPlaces(startProxy);
    const partner = await command<TestPartner>(
      ...['partner', 'create', '--id', '901', '--name', 'Partner 901', '--brand', 'general'],
    );
    await command('partner', 'set-flag', '--partner', '901', '--flag', 'forgoPayments', '--value', 'true');
    const read = former.startsWith(work) ? undefined : asItIs;
    const panel = { ...testClient(baseUrl, undefined, read), clock, partner };
    const assets = filesIn(former);
    const gone = assets.find((name) => !filesIn(next).includes(name)) ?? '';
    expect(gone).not.toBe('');
    const traffic = new Traffic(panel, baseUrl);
    const isNewPage = async () => (await (await fetch(`${baseUrl}/login`)).text()).includes(NEXT_FILE);
    traffic.start({ assets: [...assets.map((name) => `/assets/${name}`), `/assets/${gone}`] });
    const took: Record<string, number> = {};
    /** As the guide says. */
    const turn = async (what: string, release: string, between: () => Promise<void>) => {
      await pause(BEFORE_MILLIS);
      for (const [index, place] of places.entries()) {
        took[`${what} ${index + 1}`] = await restart(place, release);
        if (index === 0) await between();
        await pause(NOTICED_MILLIS);
      }
    };
    // As long as a process of the former release runs, nobody gets the new page.
    await turn('forward', next, async () => expect(await isNewPage()).toBe(false));
    for (const place of places) expect((await releaseOf(place)).version).toBe(NEXT_VERSION);
    await pollUntil(isNewPage, { timeoutMs: 30_000, onTimeout: () => 'the new page never came' });
    // The other process learns of the previous release's process within seconds.
    const isFormerPage = async () => !(await isNewPage());
    await turn('back', former, () =>
      pollUntil(isFormerPage, { timeoutMs: 30_000, onTimeout: () => 'the former page never came back' }),
    );
    expect(await isNewPage()).toBe(false);
    await traffic.stop();
    const { counts, slowest, failures, bought } = traffic;
    process.stdout.write(`${JSON.stringify({ took, counts, slowest, failures: failures.length })}\n`);
    countTrials(
      task,
      Object.values(counts).reduce((sum, count) => sum + count, 0),
    );
    // The proxy's log says why.
    expect(failures, failures.length > 0 ? proxyLog().slice(-20_000) : '').toEqual([]);
    for (const one of bought) expect(await traffic.readNames(one)).toEqual(expect.arrayContaining(one.names));
    // Jobs that either release left to the other.
    const waiting = async () => {
      const mailed = new Set((await listOutbox(path.join(dataDir, 'outbox'), 10_000)).map(({ to }) => to));
      return bought.filter(({ customer }) => !mailed.has(customer.email));
    };
    await pollUntil(async () => (await waiting()).length === 0, {
      timeoutMs: 60_000,
      onTimeout: () => 'mails that were asked for never left',
    });
  },
);
