import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import { aCustomerWithDomain } from '../../testing/builders.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { writeMailboxes } from '../../testing/write-mailboxes.ts';
import { beginMove } from './begin-move.ts';
import { mailPlaces } from './mail-backends.ts';
import { mailBackend } from './tables.ts';

const app = useTestApp({ webhooks: false });
const ONLY = { url: 'http://127.0.0.1:8081', storeDir: '/mail', imap: { host: '127.0.0.1', port: 143 } };

test('without backends there is the one of the settings; then the first keeps what it has, new mailboxes are shared out by weight, and of two moves of a mailbox one begins [MBX-13]', async () => {
  const { db, clock } = app.deps;
  const customer = await aCustomerWithDomain(app);
  const at = (name: string) => `${name}@${customer.domain}`;
  await writeMailboxes(app, customer, [{ name: 'early' }]);
  const places = mailPlaces(db, ONLY);
  expect(await places.list()).toEqual([{ ...ONLY, name: 'the only one', copyTo: null }]);
  const backend = { host: '10.0.0.1', imapPort: 143, pop3Port: 110, lmtpPort: 24, copyPort: 12_345, storeDir: null };
  for (const [name, weight] of [
    ['one', 0],
    ['two', 3],
    ['three', 0],
  ] as const) {
    const added = { ...backend, name, weight, doveadmUrl: `http://${name}.test`, addedAt: clock.now() };
    await db.asSystem((tx) => tx.insert(mailBackend).values(added));
    app.clock.advance({ seconds: 1 });
  }
  expect((await places.list()).map(({ name, storeDir, imap }) => [name, storeDir, imap.host])).toEqual([
    ['one', '/mail', '10.0.0.1'],
    ['two', '/mail', '10.0.0.1'],
    ['three', '/mail', '10.0.0.1'],
  ]);
  await writeMailboxes(app, customer, [{ name: 'late' }]);
  const whereIs = async (name: string) =>
    (await rowsOf<{ backend: string }>(db.global, sql`select backend from mail.place where address = ${at(name)}`))[0]
      ?.backend;
  expect([await whereIs('early'), await whereIs('late')]).toEqual(['one', 'two']);
  const begun = await Promise.allSettled(['two', 'three'].map((to) => beginMove({ db }, at('early'), to)));
  expect(begun.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(beginMove({ db }, at('late'), 'two')).rejects.toMatchObject({ code: 'ALREADY_THERE' });
  await expect(beginMove({ db }, at('late'), 'four')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(beginMove({ db }, at('nobody'), 'two')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  // Until it is copied, nothing changes for the proxy.
  expect(await whereIs('early')).toBe('one');
});
