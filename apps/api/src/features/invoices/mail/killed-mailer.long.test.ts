import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase, dropDatabase } from '@postern/testkit/test-database';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { type Database, openDatabase, rowsOf } from '../../../db/client.ts';
import { createJobQueue } from '../../../jobs/job-queue.ts';
import { newId } from '../../../runtime/ids.ts';
import { LOCATIONS } from '../../../runtime/locations.ts';
import { sampleInvoice } from '../../../testing/sample-invoice.ts';
import { startServer } from '../../../testing/start-server.ts';
import { SEND_MAIL_WITH_FILE } from '../../notifications/send-mail-job.ts';
import { invoice } from '../tables.ts';

let dataDir: string;
let databaseUrl: string;
let db: Database;
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'postern-mailer-'));
  databaseUrl = await createDatabase(inject('postgresUrl'), inject('postgresTemplate') ?? undefined);
  db = await openDatabase({ dataDir, url: databaseUrl, migrationsFolder: LOCATIONS.migrations, poolSize: 2 });
});
afterAll(async () => {
  await db.close();
  await dropDatabase(databaseUrl);
  rmSync(dataDir, { recursive: true, force: true });
});

/** A mail server that keeps what it is given, and tells `onMessage` before it answers. */
async function startMailServer(onMessage: (message: string) => void) {
  const talk = (socket: Socket) => {
    let message: string | null = null;
    let rest = '';
    socket.write('220 ready\r\n');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1');
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (message !== null && line !== '.') message += `${line}\r\n`;
        else if (message !== null) {
          onMessage(message);
          message = null;
          socket.write('250 kept\r\n');
        } else if (/^DATA/i.test(line)) {
          message = '';
          socket.write('354 go on\r\n');
        } else socket.write('250 yes\r\n');
      }
    });
  };
  const server = createServer(talk);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const asOwner = <Row>(statement: ReturnType<typeof sql>) =>
  db.asSystem(async (tx) => {
    await tx.execute(sql`set local role none`);
    return rowsOf<Row>(tx, statement);
  });

test('the mail with an invoice whose server is killed after the mail was taken comes once more, with the same Message-ID and file, and then no more [BIL-09]', async () => {
  const kept: string[] = [];
  let kill = () => {};
  const url = await startMailServer((message) => {
    if (!/HM-2026-05913/.test(message)) return;
    kept.push(message);
    if (kept.length === 1) kill();
  });
  const env = { POSTERN_MAILER_URL: url };
  const first = await startServer({ dataDir, databaseUrl, env });
  onTestFinished(async () => void (await first.end('SIGKILL')));
  kill = () => process.kill(first.pid, 'SIGKILL');
  const [partner] = await asOwner<{ id: number }>(sql`select partner_id as id from partner order by 1 limit 1`);
  const row = sampleInvoice();
  await db.asSystem((tx) => tx.insert(invoice).values(row));
  const queue = createJobQueue(db, pino({ level: 'silent' }));
  await queue.start([]);
  const messageId = newId(new Date());
  const attrs = {
    ...{ partnerId: partner?.id, locale: 'en', invoiceId: row.invoiceId, domain: 'bluebottle.example' },
    ...{ at: row.issuedAt.toISOString(), amount: { minor: 14_418, currency: 'EUR' }, paidUntil: null },
  };
  const mail = { messageId, template: 'receipt', to: 'ada@bluebottle.example', attrs: attrs as never };
  await db.asSystem((tx) => queue.enqueue(tx, SEND_MAIL_WITH_FILE, mail));
  await expect.poll(() => kept.length, { timeout: 60_000 }).toBe(1);
  await first.exited;
  const second = await startServer({ dataDir, databaseUrl, env });
  onTestFinished(async () => void (await second.end()));
  await expect.poll(() => kept.length, { timeout: 180_000 }).toBe(2);
  const jobs = sql`select state::text as state from pgboss.job where name = ${SEND_MAIL_WITH_FILE.queue}`;
  await expect.poll(() => asOwner<{ state: string }>(jobs), { timeout: 30_000 }).toEqual([{ state: 'completed' }]);
  await queue.stop();
  expect(kept).toHaveLength(2);
  const idOf = (message: string) => /^Message-ID: <(.+)@/im.exec(message)?.[1];
  expect(kept.map(idOf)).toEqual([messageId, messageId]);
  for (const message of kept) expect(message).toContain('HM-2026-05913.pdf');
}, 300_000);
