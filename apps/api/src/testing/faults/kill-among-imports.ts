import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import {
  fetchImportTasks,
  readImportLedger,
  scheduleImport,
  testImportConnection,
} from '@postern/contract/mail-import';
import type { HostileImap } from '@postern/testkit/hostile-imap';
import { pollUntil } from '@postern/testkit/poll-until';
import { expect } from 'vitest';
import { aCustomerWithDomain, aMailbox } from '../builders.ts';
import type { TwoServers } from '../two-servers.ts';

/** Where the processes are killed: while they read from the source, while they put a batch, and when a batch is there but may not be counted. */
export type CutPoint = 'fetch' | 'put' | 'settle';

const MESSAGES = 1_000;
const BATCH = 200;
const KILLS_OF_ONE = 4;
const ENDS_WITHIN_MILLIS = 60_000;

/**
 * Kills both servers several times during each import, at the same point of different batches. Each import still finishes, with every
 * message once, although half of them have a twin.
 */
export async function killAmongImports(
  two: TwoServers,
  { source, password }: { source: HostileImap; password: string },
  { at, kills }: { at: CutPoint; kills: number },
): Promise<void> {
  for (let round = 0; round < kills / KILLS_OF_ONE; round += 1) {
    const customer = await aCustomerWithDomain(two.panel, { domain: `${at}-${round}.test` });
    const as = { token: customer.token };
    const box = await aMailbox(two.panel, customer, 'box');
    const raws = Array.from({ length: MESSAGES }, (_, number) => `Subject: ${number % (MESSAGES / 2)}\r\n\r\nbody\r\n`);
    const messages = new Map(raws.map((raw, number) => [number + 1, { raw: Buffer.from(raw) }]));
    source.folders = [{ path: 'INBOX', uidValidity: 7, messages }];
    const cur = path.join(two.dataDir, 'mail', `${at}-${round}.test`, 'box', 'Maildir', 'cur');
    const filesHere = () => (existsSync(cur) ? readdirSync(cur) : []);
    const wish = {
      ...{ host: '127.0.0.1', port: source.port, ssl: true, remoteEmail: `${at}-${round}@old.test` },
      ...{ remotePassword: password, destinationEmail: box.email },
    };
    const refused = await two.panel.call(testImportConnection, wish, as);
    if (refused.ok) throw new Error("the source's certificate is nobody's");
    const certificateFingerprint = String(refused.problem.attrs?.['fingerprint']);
    let killed = 0;
    const killBoth = () => {
      killed += 1;
      for (const { pid } of two.servers) process.kill(pid, 'SIGKILL');
    };
    // The first kill waits until the import is scheduled.
    let isCut = true;
    source.deed = (_folder, uid) => {
      if (at === 'fetch' && !isCut && killed < KILLS_OF_ONE && uid >= killed * BATCH + 100) {
        isCut = true;
        killBoth();
      }
      return 'give';
    };
    const { task } = await two.panel.must(scheduleImport, { ...wish, certificateFingerprint }, as);
    isCut = false;
    while (killed < KILLS_OF_ONE || isCut) {
      if (at !== 'fetch' && filesHere().length >= killed * BATCH + (at === 'put' ? 20 : BATCH)) {
        isCut = true;
        killBoth();
      }
      if (isCut) {
        await Promise.all([two.replace(0), two.replace(1)]);
        isCut = false;
      }
      await turn();
    }
    let status = '';
    await pollUntil(
      async () => {
        const { tasks } = await two.panel.must(fetchImportTasks, {}, as);
        status = tasks.find(({ taskId }) => taskId === task.taskId)?.status ?? 'gone';
        return !['initialized', 'started', 'interrupted'].includes(status);
      },
      { timeoutMs: ENDS_WITHIN_MILLIS, onTimeout: () => `the import is still ${status}` },
    );
    expect(status).toBe('successful');
    const { folders } = await two.panel.must(readImportLedger, { taskId: task.taskId }, as);
    expect(folders).toMatchObject([{ found: MESSAGES, copied: MESSAGES, isBalanced: true }]);
    const here = filesHere().map((name) => readFileSync(path.join(cur, name), 'latin1'));
    expect(here.toSorted()).toEqual(raws.toSorted());
  }
}
