import { afterAll, beforeAll, expect, test } from 'vitest';
import { ImapDialogue } from './testing/imap-dialogue.ts';
import { addRealPerson, type Letter, PASSWORD, submitLetter } from './testing/real-person.ts';
import { aMessage, sendMail } from './testing/send-mail.ts';
import { SmtpDialogue } from './testing/smtp-dialogue.ts';
import { REAL_START_LIMIT_MS, type RealHarness, startRealHarness } from './testing/start-real-harness.ts';

const NEXT_PASSWORD = 'battery staple 2';
const NEXT_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$i7Mx0qeTEKq5fthTFaUptQ$rbrhyoTGpSIOQlUQ4TUyoHd5CaWvzb4Q8H6H59jQkIU';

let mail: RealHarness;
beforeAll(async () => {
  mail = await startRealHarness();
}, REAL_START_LIMIT_MS);
afterAll(() => mail.stop());

const addPerson = (address: string) => addRealPerson(mail, address);
const submit = (letter: Letter) => submitLetter(mail, letter);

async function tryLogin(address: string, password: string): Promise<string> {
  const client = await ImapDialogue.open(mail.stack.ports.imap);
  const answer = await client.login(address, password);
  client.hangUp();
  return answer;
}

const encoded = (login: string) => Buffer.from(`\0${login}\0${PASSWORD}`).toString('base64');

test('a suspended mailbox can neither sign in nor send, and still receives [MBX-13]', async () => {
  const ann = await addPerson('ann@suspended.test');
  const bob = await addPerson('bob@suspended.test');
  expect(await tryLogin(ann.address, PASSWORD)).toMatch(/^OK /);
  expect((await submit({ login: ann.address, to: bob.address })).accepted).toEqual([bob.address]);
  await mail.directory.setSuspended(ann.mailboxId, true);
  expect(await tryLogin(ann.address, PASSWORD)).toMatch(/^NO .*This mailbox is suspended/);
  // Who doesn't know the password learns nothing.
  expect(await tryLogin(ann.address, 'wrong')).toMatch(/^NO \[AUTHENTICATIONFAILED\] Authentication failed/);
  expect((await submit({ login: ann.address, to: bob.address })).reply).toMatch(/^535 /);
  expect((await sendMail(mail.smtp, { to: ann.address, raw: aMessage('still') })).accepted).toHaveLength(1);
  expect(await mail.readMessages(ann.mailboxId)).toHaveLength(1);
  await mail.directory.setSuspended(ann.mailboxId, false);
  expect(await tryLogin(ann.address, PASSWORD)).toMatch(/^OK /);
});

test('a mailbox that is suspended while it is signed in for sending sends nothing more [MBX-13]', async () => {
  const ann = await addPerson('ann@sending.test');
  const client = await SmtpDialogue.open(mail.stack.ports.submission);
  expect(await client.say(`AUTH PLAIN ${encoded(ann.address)}`)).toMatch(/^235 /);
  await mail.directory.setSuspended(ann.mailboxId, true);
  await client.say(`MAIL FROM:<${ann.address}>`);
  expect(await client.say(`RCPT TO:<${ann.address}>`)).toMatch(/^554 5\.7\.1 .*suspended/);
  await client.hangUp();
});

test('a new password counts at once, and live sessions end [MBX-13]', async () => {
  const ann = await addPerson('ann@password.test');
  const bob = await addPerson('bob@password.test');
  const [own, others] = [
    await ImapDialogue.open(mail.stack.ports.imap),
    await ImapDialogue.open(mail.stack.ports.imap),
  ];
  expect(await own.login(ann.address, PASSWORD)).toMatch(/^OK /);
  expect(await others.login(bob.address, PASSWORD)).toMatch(/^OK /);
  await mail.directory.setPassword(ann.mailboxId, NEXT_PASSWORD_HASH);
  await mail.backend.endSessions(ann);
  await own.closed;
  expect(await others.say('NOOP')).toMatch(/^OK /);
  others.hangUp();
  expect(await tryLogin(ann.address, PASSWORD)).toMatch(/^NO /);
  expect(await tryLogin(ann.address, NEXT_PASSWORD)).toMatch(/^OK /);
});

test('a mailbox sends as itself and its alias, and as nobody else, in the envelope or to the reader’s eye [ALI-02]', async () => {
  const ann = await addPerson('ann@sender.test');
  const bob = await addPerson('bob@sender.test');
  await mail.directory.setAlias('sales@sender.test', ann.mailboxId);
  const login = ann.address;
  const to = bob.address;
  expect((await submit({ login, to })).accepted).toEqual([to]);
  expect((await submit({ login, envelopeFrom: 'sales@sender.test', to })).accepted).toEqual([to]);
  expect((await submit({ login, envelopeFrom: bob.address, to })).reply).toMatch(/^553 5\.7\.1 /);
  expect((await submit({ login, headerFrom: bob.address, to })).reply).toMatch(/^554 5\.7\.1 .*not one of yours/);
  expect(await mail.readMessages(bob.mailboxId)).toHaveLength(2);
});

test('the catch-all takes nothing that an alias, a forwarder or a mailbox that is not ready yet is there for [CAT-01]', async () => {
  const ann = await addPerson('ann@taken.test');
  const rest = await addPerson('rest@taken.test');
  const young = await addPerson('young@taken.test');
  await mail.directory.setCatchAll('taken.test', rest.mailboxId);
  await mail.directory.setAlias('info@taken.test', ann.mailboxId);
  await mail.directory.setForwarder('team@taken.test', [ann.mailboxId]);
  await mail.directory.setState(young.mailboxId, 'creating');
  const reply = async (to: string) => (await sendMail(mail.smtp, { to, raw: aMessage('whose') })).reply;
  for (const to of ['ann', 'info', 'team', 'info+tag']) expect(await reply(`${to}@taken.test`)).toMatch(/^250 /);
  for (const to of ['young', 'young+tag']) expect(await reply(`${to}@taken.test`)).toMatch(/^550 5\.1\.1 /);
  expect(await mail.readMessages(ann.mailboxId)).toHaveLength(4);
  expect(await mail.readMessages(rest.mailboxId)).toEqual([]);
});

test('who writes to a full mailbox by an alias, a forwarder or the catch-all is told so at once [MBX-13]', async () => {
  const ann = await addPerson('ann@full.test');
  await mail.directory.setAlias('info@full.test', ann.mailboxId);
  await mail.directory.setForwarder('team@full.test', [ann.mailboxId]);
  await mail.directory.setCatchAll('full.test', ann.mailboxId);
  await mail.directory.setMailbox({ ...ann, quotaBytes: 0 });
  const declaredSizeBytes = 2000;
  for (const to of ['ann', 'info', 'team', 'nobody']) {
    const outcome = await sendMail(mail.smtp, { to: `${to}@full.test`, raw: aMessage('full'), declaredSizeBytes });
    expect(outcome.reply).toMatch(/^552 5\.2\.2 /);
  }
});

test('a changed spam level acts on the next message [SPM-01]', async () => {
  const ann = await addPerson('ann@level.test');
  // Neither To nor Subject: 4 points of Rspamd's own rules.
  const doubtful = 'From: Sender <sender@elsewhere.test>\r\n\r\ndoubtful\r\n';
  const send = () => sendMail(mail.smtp, { to: ann.address, raw: doubtful });
  await mail.directory.setSpamLevel('level.test', 'basic');
  await send();
  expect(await mail.readMessages(ann.mailboxId)).toHaveLength(1);
  await mail.directory.setSpamLevel('level.test', 'strict');
  await send();
  expect(await mail.readMessages(ann.mailboxId)).toHaveLength(1);
  expect(await mail.readFolder(ann.mailboxId, '.Junk')).toHaveLength(1);
  await mail.directory.setSpamLevel('level.test', 'off');
  await send();
  expect(await mail.readMessages(ann.mailboxId)).toHaveLength(2);
});
