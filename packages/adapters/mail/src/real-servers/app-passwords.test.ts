import { afterAll, beforeAll, expect, test } from 'vitest';
import { readWithCurl } from '../testing/debian-clients.ts';
import { connectionClosed, imapLogin as loginAt, openImap } from '../testing/imap-client.ts';
import { addRealMailbox, PASSWORD, submitMessage } from '../testing/real-mailbox.ts';
import { REAL_START_LIMIT_MS, type RealHarness, startRealHarness } from '../testing/start-real-harness.ts';

const APP_PASSWORD = 'k3f7q-2mzab-xw4ty-pl6sd';
const OTHER_APP_PASSWORD = 'zzzzz-yyyyy-xxxxx-wwwww';

let mail: RealHarness;
beforeAll(async () => {
  mail = await startRealHarness();
}, REAL_START_LIMIT_MS);
afterAll(() => mail.stop());

const imapLogin = (address: string, password: string) => loginAt(mail.stack.ports.imap, address, password);

/** Whether IMAP, POP3 and SMTP accept a password of a mailbox. */
async function whatOpens(address: string, password: string): Promise<string[]> {
  const imap = await imapLogin(address, password);
  const pop = await readWithCurl(`pop3://127.0.0.1:${mail.stack.ports.pop3}/`, { user: address, password });
  const sent = await submitMessage(mail, { login: address, password, to: address });
  const opened = { imap: imap === 'OK', pop: pop !== null, smtp: sent.accepted.length === 1 };
  return Object.entries(opened).flatMap(([name, isOpen]) => (isOpen ? [name] : []));
}
const ALL = ['imap', 'pop', 'smtp'];

test('an app password works for IMAP, POP3 and SMTP next to the mailbox password, and for no other mailbox [MBX-08] [APP-01]', async () => {
  const ann = await addRealMailbox(mail, 'ann@apps.test');
  const bob = await addRealMailbox(mail, 'bob@apps.test');
  await mail.directory.addAppPassword(ann.mailboxId, OTHER_APP_PASSWORD);
  expect(await whatOpens(ann.address, APP_PASSWORD)).toEqual([]);
  await mail.directory.addAppPassword(ann.mailboxId, APP_PASSWORD);
  expect(await whatOpens(ann.address, APP_PASSWORD)).toEqual(ALL);
  expect(await imapLogin(ann.address, OTHER_APP_PASSWORD)).toBe('OK');
  expect(await imapLogin(ann.address, PASSWORD)).toBe('OK');
  expect(await imapLogin(ann.address, APP_PASSWORD.replaceAll('-', ''))).toMatch(/^NO /);
  expect(await imapLogin(bob.address, APP_PASSWORD)).toMatch(/^NO \[AUTHENTICATIONFAILED\]/);
  await mail.directory.removeAppPasswords(ann.mailboxId);
  expect(await whatOpens(ann.address, APP_PASSWORD)).toEqual([]);
});

test('with a second factor, the mailbox password works nowhere and app passwords still work [MBX-08]', async () => {
  const ann = await addRealMailbox(mail, 'ann@factor.test');
  await mail.directory.addAppPassword(ann.mailboxId, APP_PASSWORD);
  await mail.directory.setSecondFactor(ann.mailboxId, 'pending');
  expect(await imapLogin(ann.address, PASSWORD)).toBe('OK');
  await mail.directory.setSecondFactor(ann.mailboxId, 'enabled');
  expect(await whatOpens(ann.address, PASSWORD)).toEqual([]);
  expect(await whatOpens(ann.address, APP_PASSWORD)).toEqual(ALL);
  await mail.directory.setSecondFactor(ann.mailboxId, null);
  expect(await imapLogin(ann.address, PASSWORD)).toBe('OK');
});

test('an app password does not work for a mailbox that is suspended, not ready or deleted [MBX-08] [MBX-13]', async () => {
  const ann = await addRealMailbox(mail, 'ann@barred.test');
  await mail.directory.addAppPassword(ann.mailboxId, APP_PASSWORD);
  await mail.directory.setSuspended(ann.mailboxId, true);
  expect(await whatOpens(ann.address, APP_PASSWORD)).toEqual([]);
  expect(await imapLogin(ann.address, APP_PASSWORD)).toMatch(/^NO .*This mailbox is suspended/);
  await mail.directory.setSuspended(ann.mailboxId, false);
  await mail.directory.setState(ann.mailboxId, 'creating');
  expect(await imapLogin(ann.address, APP_PASSWORD)).toMatch(/^NO /);
  await mail.directory.setState(ann.mailboxId, 'ready');
  expect(await imapLogin(ann.address, APP_PASSWORD)).toBe('OK');
  await mail.directory.removeMailbox(ann.mailboxId);
  expect(await imapLogin(ann.address, APP_PASSWORD)).toMatch(/^NO /);
});

test('an app password made in the panel works until it is deleted there, which ends its sessions [MBX-08] [MBX-13]', async () => {
  const ann = await addRealMailbox(mail, 'ann@walk.test');
  const authorization = `Bearer ${await mail.directory.addSession(ann)}`;
  const url = `http://127.0.0.1:${mail.stack.ports.panel}/panel/account/app-passwords`;
  const ask = async (method: string, query: string, body?: string) => {
    const headers = { 'x-auth': 'controlPanel', authorization, 'content-type': 'application/json' };
    const response = await fetch(`${url}${query}`, { method, headers, ...(body === undefined ? {} : { body }) });
    expect(response.status).toBe(200);
    return (await response.json()) as { appPassword: { id: string }; password: string };
  };
  const { appPassword, password } = await ask('POST', '', JSON.stringify({ name: 'Phone' }));
  const ended = connectionClosed(await openImap(mail.stack.ports.imap, ann.address, password));
  await ask('DELETE', `?id=${appPassword.id}`, '{}');
  await ended;
  expect(await whatOpens(ann.address, password)).toEqual([]);
});
