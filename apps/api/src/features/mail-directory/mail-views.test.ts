import { createDatabase, dropDatabase } from '@postern/testkit/test-database';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

let url: string;
const clients: Client[] = [];
beforeAll(async () => {
  url = await createDatabase(inject('postgresUrl'), inject('postgresTemplate') ?? undefined);
});
afterAll(async () => {
  for (const client of clients) await client.end();
  await dropDatabase(url);
});

/** A connection with the role's rights, as if the role had signed in. */
async function connectAs(role: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  clients.push(client);
  await client.query(`set session authorization ${role}`);
  return client;
}

const refused = { code: '42501' };

test("the mail servers' role can read the mail views and no table, and can't write [API-02]", async () => {
  const client = await connectAs('mailro');
  for (const view of ['standing', 'domain', 'mailbox', 'app_password', 'recipient', 'recipient_access', 'sender_login'])
    expect((await client.query(`select * from mail.${view}`)).rows).toEqual([]);
  for (const table of [
    'mailbox',
    'bundle',
    'customer',
    'name_registry',
    'dkim_key',
    'mail_usage',
    'session',
    'app_password',
    'second_factor',
  ])
    await expect(client.query(`select * from public.${table}`)).rejects.toMatchObject(refused);
  await expect(client.query("delete from mail.domain where name = ''")).rejects.toThrow('cannot delete from view');
});

test('the role that stores the usage can write that table and read nothing else [API-02]', async () => {
  const client = await connectAs('mailusage');
  await client.query("insert into mail_usage (address, bytes) values ('ann@usage.test', 5)");
  await client.query("update mail_usage set messages = 1 where address = 'ann@usage.test'");
  expect((await client.query('select bytes, messages from mail_usage')).rows).toEqual([{ bytes: '5', messages: '1' }]);
  await expect(client.query('select * from mail.mailbox')).rejects.toMatchObject(refused);
  await expect(client.query('select * from mailbox')).rejects.toMatchObject(refused);
});

test("a customer's transaction can't read any of the mail views [API-02]", async () => {
  const client = await connectAs('postern_tenant');
  await expect(client.query('select * from mail.mailbox')).rejects.toMatchObject(refused);
});
