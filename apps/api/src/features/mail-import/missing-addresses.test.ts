import { setCatchAll } from '@postern/contract/catch-all';
import { listMissingAddresses } from '@postern/contract/mail-import';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '../../db/client.ts';
import { aCustomerWithDomain, aMailbox } from '../../testing/builders.ts';
import { useImportGround } from '../../testing/mail-import-ground.ts';
import { aFolder } from '../../testing/scripted-mail-source.ts';
import { aSessionAs } from '../../testing/session-as.ts';
import { cleanUpImports } from './clean-up-imports.ts';

const ground = useImportGround();
const { app, schedule, finished } = ground;
const list = (token = ground.customer.token) => app.must(listMissingAddresses, {}, { token });

test('addresses that received mail at the old provider but don’t exist here are listed with where they were seen, and nothing else of the mail is kept [IMP-02]', async () => {
  const { domain } = ground.customer;
  const mail = (to: string, more = '') => `To: ${to}\r\n${more}Subject: secret plans\r\n\r\nbody\r\n`;
  ground.script.folders = [
    aFolder('INBOX', [
      mail(`Info@${domain}, ${ground.box.email}`),
      mail(`info@${domain}, x@else.test`, `Cc: sales+a@${domain}\r\n`),
      mail(`me@else.test`, `Delivered-To: orders@${domain}\r\n`),
    ]),
    aFolder('Gesendet', [mail(`written@${domain}`)], { specialUse: '\\Sent' }),
    aFolder('Spam', [mail(`guessed@${domain}`)], { specialUse: '\\Junk' }),
  ];
  expect(await list()).toEqual({ addresses: [], count: 0 });
  const task = await finished(await schedule({ withJunkAndTrash: true, remoteEmail: `old-name@${domain}` }));
  expect(task.messages.done).toBe(5);
  const { addresses } = await list();
  const seenIn = [ground.box.email];
  expect(addresses).toEqual([
    { email: `old-name@${domain}`, isSource: true, messages: 0, lastSeenAt: null, seenIn },
    { email: `info@${domain}`, isSource: false, messages: 2, lastSeenAt: new Date(2000).toISOString(), seenIn },
    { email: `orders@${domain}`, isSource: false, messages: 1, lastSeenAt: new Date(3000).toISOString(), seenIn },
    { email: `sales@${domain}`, isSource: false, messages: 1, lastSeenAt: new Date(2000).toISOString(), seenIn },
  ]);
  const rows = await app.deps.db.asSystem((tx) =>
    rowsOf(tx, sql`select row_to_json(t) as row from mail_import_seen t`),
  );
  expect(JSON.stringify(rows)).not.toMatch(/secret|else\.test|written|guessed/);
  // Creating an address takes it off the list, and a catch-all empties the list.
  await aMailbox(app, ground.customer, 'orders');
  expect((await list()).addresses.map(({ email }) => email)).not.toContain(`orders@${domain}`);
  await app.must(setCatchAll, { email: ground.box.email }, { token: ground.customer.token });
  expect(await list()).toEqual({ addresses: [], count: 0 });
});

test('only admins of the domain see missing addresses, and they are deleted with the report [IMP-02]', async () => {
  const { domain } = ground.customer;
  ground.script.folders = [aFolder('INBOX', [`To: info@${domain}\r\n\r\nx\r\n`])];
  await finished(await schedule());
  expect((await list()).count).toBe(1);
  const own = await aSessionAs(app, ground.customer, {
    ...{ role: 'accountAdmin', email: ground.box.email, mailboxId: ground.box.id },
  });
  expect(await app.refusal(listMissingAddresses, {}, { token: own })).toBe('NOT_AUTHORIZED');
  expect(await list((await aCustomerWithDomain(app)).token)).toEqual({ addresses: [], count: 0 });
  app.clock.advance({ days: 91 });
  await app.deps.db.asSystem((tx) => cleanUpImports(tx, app.clock.now()));
  const left = await app.deps.db.asSystem((tx) => rowsOf(tx, sql`select task_id from mail_import_seen`));
  expect(left).toEqual([]);
});
