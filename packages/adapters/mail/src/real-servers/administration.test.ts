import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { addAlias, removeAliases } from '@postern/contract/aliases';
import { removeCatchAll, setCatchAll } from '@postern/contract/catch-all';
import { createForwarder } from '@postern/contract/forwarders';
import {
  deleteMailbox,
  resetMailboxPassword,
  suspendMailbox,
  unsuspendMailbox,
} from '@postern/contract/mailbox-administration';
import type { MailAccount } from '@postern/contract/mailboxes';
import { validateToken } from '@postern/contract/session';
import { resetPassword } from '@postern/contract/passwords';
import { signIn } from '@postern/contract/sign-in';
import { setSpamFilter } from '@postern/contract/spam-filter';
import { MESSAGE_MAXIMUM_MB } from '@postern/domain/spam-filter';
import { pollUntil } from '@postern/testkit/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aCustomerWithDomain,
  aMailbox,
  PASSWORD,
  type TestCustomer,
} from '../../../../../apps/api/src/testing/builders.ts';
import { testClient } from '../../../../../apps/api/src/testing/test-client.ts';
import { listOutbox, readOutboxMessage } from '../../../mailer/src/outbox-folder.ts';
import { type SwaksMessage, sendWithSwaks } from '../testing/debian-clients.ts';
import { connectionClosed, imapLogin, openImap, readWithImap } from '../testing/imap-client.ts';
import { aMessage, sendMail } from '../testing/send-mail.ts';
import { REAL_START_LIMIT_MS, type RealHarness, startRealHarness } from '../testing/start-real-harness.ts';

/** The text by which spam filters are tested. Rspamd refuses it whatever the level. */
const GTUBE = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';
/** The harmless file by which virus scanners are tested. */
const EICAR = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';
/** Without sender, subject and recipient; a program that claims to be an invoice; the same in the name of the domain itself. */
const WORST = [
  '\r\nno header at all\r\n',
  ...['boss@elsewhere.test', 'boss@administered.test'].map((from) =>
    [
      ...[`From: ${from}`, 'Subject: FREE $$$', 'MIME-Version: 1.0', 'Content-Type: application/octet-stream'],
      ...['Content-Disposition: attachment; filename="invoice.pdf.exe"', 'Content-Transfer-Encoding: base64', ''],
      ...[Buffer.from(EICAR).toString('base64'), ''],
    ].join('\r\n'),
  ),
];

const NEXT_PASSWORD = 'Louder-harbour-8!';

let mail: RealHarness;
let panel: ReturnType<typeof testClient>;
let customer: TestCustomer;
let admin: { token: string };
let people: Record<'ann' | 'bob' | 'cat' | 'dan' | 'eve', MailAccount>;
beforeAll(async () => {
  mail = await startRealHarness();
  panel = testClient(mail.stack.baseUrl);
  const shop = { ...panel, partner: mail.stack.partner, clock: { now: () => new Date() } };
  customer = await aCustomerWithDomain(shop, { domain: 'administered.test', accounts: 5 });
  admin = { token: customer.token };
  const add = (name: string) => aMailbox(shop, customer, name, { alternateEmail: `${name}@home.test` });
  const [ann, bob, cat, dan, eve] = [
    await add('ann'),
    await add('bob'),
    await add('cat'),
    await add('dan'),
    await add('eve'),
  ];
  people = { ann, bob, cat, dan, eve };
}, REAL_START_LIMIT_MS);
afterAll(() => mail.stop());

const login = ({ email }: MailAccount, password = PASSWORD) => imapLogin(mail.stack.ports.imap, email, password);
const open = ({ email }: MailAccount) => openImap(mail.stack.ports.imap, email, PASSWORD);
const submit = ({ email: user }: MailAccount, message: Pick<SwaksMessage, 'from' | 'headerFrom' | 'to'>) =>
  sendWithSwaks({ port: mail.stack.ports.submission, user, password: PASSWORD, ...message });
/** The reply to a message from outside. */
const receive = async (to: string, raw = aMessage(`for ${to}`)) => (await sendMail(mail.smtp, { to, raw })).reply;
const addressOf = (name: string) => `${name}@${customer.domain}`;

/** The recipients of the messages in a folder, once all accepted mail has arrived. */
async function receivedBy(person: MailAccount, folder?: string): Promise<string[]> {
  await mail.delivered();
  const client = await open(person);
  const messages = await readWithImap(client, folder);
  await client.logout();
  return messages.map((source) => /^for (\S+)/m.exec(source)?.[1] ?? source);
}

test('a mailbox that is created in the panel signs in and receives at once [MBX-02]', async () => {
  const { ann } = people;
  expect(await login(ann)).toBe('OK');
  expect(await login(ann, NEXT_PASSWORD)).toMatch(/^NO \[AUTHENTICATIONFAILED\]/);
  expect(await receive(ann.email)).toMatch(/^250 /);
  expect(await receivedBy(ann)).toEqual([ann.email]);
});

test('a password reset by the link that the panel mails ends the old password and its sessions [MBX-06] [MBX-13]', async () => {
  const { bob, ann } = people;
  const { token } = await panel.must(signIn, { email: bob.email, password: PASSWORD });
  const ended = connectionClosed(await open(bob));
  const another = await open(ann);
  await panel.must(resetMailboxPassword, { email: bob.email, recipient: bob.alternateEmail ?? '' }, admin);
  const linkToken = await tokenMailedTo(bob.alternateEmail ?? '');
  expect(await login(bob)).toBe('OK');
  await panel.must(resetPassword, { token: linkToken, email: bob.email, password: NEXT_PASSWORD });
  await ended;
  expect(await panel.refusal(validateToken, {}, { token })).toBe('UNAUTHENTICATED');
  await another.noop();
  await another.logout();
  expect(await login(bob)).toMatch(/^NO \[AUTHENTICATIONFAILED\]/);
  expect(await login(bob, NEXT_PASSWORD)).toBe('OK');
});

test('a suspended mailbox is disconnected, can neither sign in nor send, learns why, and still receives [MBX-05] [MBX-13]', async () => {
  const { cat, ann } = people;
  const program = await open(cat);
  const ended = connectionClosed(program);
  await program.mailboxOpen('INBOX');
  void program.idle();
  expect(await submit(cat, { to: ann.email })).toBe('sent');
  await panel.must(suspendMailbox, { email: cat.email, suspensionType: 'On leave' }, admin);
  await ended;
  expect(await login(cat)).toMatch(/^NO .*This mailbox is suspended/);
  // Without the password nobody learns anything.
  expect(await login(cat, NEXT_PASSWORD)).toMatch(/^NO \[AUTHENTICATIONFAILED\] Authentication failed/);
  expect(await submit(cat, { to: ann.email })).toMatch(/^535 /);
  expect(await receive(cat.email)).toMatch(/^250 /);
  await panel.must(unsuspendMailbox, { email: cat.email }, admin);
  expect(await receivedBy(cat)).toEqual([cat.email]);
  expect(await submit(cat, { to: ann.email })).toBe('sent');
});

test('a deleted mailbox can no longer sign in, its address is refused, and its files are gone [MBX-04] [MBX-13]', async () => {
  const { cat } = people;
  const folder = join(mail.stack.dir, 'mail', customer.domain, `cat,${cat.id}`);
  await access(folder);
  const ended = connectionClosed(await open(cat));
  await panel.must(deleteMailbox, { email: cat.email }, admin);
  await ended;
  await expect(access(folder)).rejects.toThrow('ENOENT');
  expect(await login(cat)).toMatch(/^NO \[AUTHENTICATIONFAILED\]/);
  expect(await receive(cat.email)).toMatch(/^550 5\.1\.1 /);
});

test('an alias receives and may send until it is removed, and no other address may be the sender [ALI-01] [ALI-02]', async () => {
  const { ann, dan } = people;
  const from = addressOf('orders');
  expect(await receive(from)).toMatch(/^550 5\.1\.1 /);
  await panel.must(addAlias, { alias: 'orders', email: dan.email, displayName: 'Orders' }, admin);
  expect(await receive(from)).toMatch(/^250 /);
  expect(await submit(dan, { from, to: ann.email })).toBe('sent');
  expect(await submit(dan, { from: ann.email, to: ann.email })).toMatch(/^553 5\.7\.1 /);
  expect(await submit(dan, { headerFrom: ann.email, to: ann.email })).toMatch(/^554 5\.7\.1 /);
  await panel.must(removeAliases, { aliases: [from], email: dan.email }, admin);
  expect(await receive(from)).toMatch(/^550 5\.1\.1 /);
  expect(await submit(dan, { from, to: ann.email })).toMatch(/^553 5\.7\.1 /);
  expect(await receivedBy(dan)).toEqual([from]);
});

test('a forwarder reaches all its recipients, and the catch-all takes what nothing else matches [FWD-01] [CAT-01]', async () => {
  const { ann, dan, eve } = people;
  const team = addressOf('team');
  await panel.must(createForwarder, { email: team, recipients: [ann.email, dan.email] }, admin);
  await panel.must(setCatchAll, { email: eve.email }, admin);
  for (const name of ['team', 'typo', 'dan']) expect(await receive(addressOf(name))).toMatch(/^250 /);
  expect(await receivedBy(ann)).toContain(team);
  expect((await receivedBy(dan)).slice(-2)).toEqual([team, dan.email]);
  expect(await receivedBy(eve)).toEqual([addressOf('typo')]);
});

test('the spam level in the panel decides where the next message goes [SPM-01]', async () => {
  const { ann } = people;
  // Rspamd gives 4 points for a missing To and Subject.
  const doubtful = (level: string) => `From: Sender <sender@elsewhere.test>\r\n\r\nfor ${level}\r\n`;
  for (const level of ['basic', 'strict', 'off'] as const) {
    await panel.must(setSpamFilter, { level }, admin);
    expect(await receive(ann.email, doubtful(level))).toMatch(/^250 /);
    await mail.delivered();
  }
  expect(await receivedBy(ann, 'Junk')).toEqual(['strict']);
  expect((await receivedBy(ann)).slice(-2)).toEqual(['basic', 'off']);
});

test('with the spam filter off everything reaches the inbox, except what the page names [SPM-01]', async () => {
  const { ann } = people;
  await panel.must(setSpamFilter, { level: 'off' }, admin);
  await panel.must(removeCatchAll, {}, admin);
  const before = await receivedBy(ann);
  for (const raw of WORST) expect(await receive(ann.email, raw)).toMatch(/^250 /);
  expect((await receivedBy(ann)).length - before.length).toBe(WORST.length);
  expect(await receive(ann.email, `Subject: test\r\n\r\n${GTUBE}\r\n`)).toMatch(/^554 5\.7\.1 Gtube/);
  expect(await receive(addressOf('nobody-of-this-name'))).toMatch(/^550 5\.1\.1 /);
  const maximum = MESSAGE_MAXIMUM_MB * 1024 * 1024;
  const sized = (declaredSizeBytes: number) =>
    sendMail(mail.smtp, { to: ann.email, raw: aMessage('sized'), declaredSizeBytes });
  // The client itself gives up, as the server announces its limit.
  await expect(sized(maximum + 1)).rejects.toThrow(`larger than allowed ${maximum}`);
});

/** The token of the link in the panel's mail to this address. */
async function tokenMailedTo(address: string): Promise<string> {
  const dir = join(mail.stack.dir, 'outbox');
  let token: string | undefined;
  await pollUntil(
    async () => {
      const [head] = (await listOutbox(dir)).filter(({ to }) => to === address);
      const message = head === undefined ? null : await readOutboxMessage(dir, head.name);
      token = /token=([\w-]+)/.exec(message?.text ?? '')?.[1];
      return token !== undefined;
    },
    { timeoutMs: 20_000, onTimeout: () => `No link was mailed to ${address}` },
  );
  return token ?? '';
}
