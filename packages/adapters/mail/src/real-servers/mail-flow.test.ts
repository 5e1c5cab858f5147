import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { syncWithMbsync, readWithCurl } from '../testing/debian-clients.ts';
import { openImap, readWithImap } from '../testing/imap-client.ts';
import { addRealMailbox, PASSWORD } from '../testing/real-mailbox.ts';
import { aMessage, sendMail } from '../testing/send-mail.ts';
import { SmtpDialogue } from '../testing/smtp-dialogue.ts';
import { startTls } from '../testing/start-tls.ts';
import { REAL_START_LIMIT_MS, type RealHarness, startRealHarness } from '../testing/start-real-harness.ts';
import { readMailQueue } from './read-mail-queue.ts';

let mail: RealHarness;
beforeAll(async () => {
  mail = await startRealHarness();
}, REAL_START_LIMIT_MS);
afterAll(() => mail.stop());

const addMailbox = (address: string) => addRealMailbox(mail, address);

const encoded = (login: string) => Buffer.from(`\0${login}\0${PASSWORD}`).toString('base64');

test("a mailbox that is suspended while it is signed in for sending can't send any more [MBX-13]", async () => {
  const ann = await addMailbox('ann@sending.test');
  const client = await SmtpDialogue.open(mail.stack.ports.submission);
  expect(await client.say(`AUTH PLAIN ${encoded(ann.address)}`)).toMatch(/^235 /);
  await mail.directory.setSuspended(ann.mailboxId, true);
  await client.say(`MAIL FROM:<${ann.address}>`);
  expect(await client.say(`RCPT TO:<${ann.address}>`)).toMatch(/^554 5\.7\.1 .*suspended/);
  await client.hangUp();
});

test('mail for the IP address of the server is refused at once, from outside and from a signed-in sender', async () => {
  const ann = await addMailbox('ann@literal.test');
  for (const login of [null, ann.address]) {
    const client = await SmtpDialogue.open(login === null ? mail.stack.ports.smtp : mail.stack.ports.submission);
    if (login !== null) await client.say(`AUTH PLAIN ${encoded(login)}`);
    await client.say(`MAIL FROM:<${login ?? 'sender@elsewhere.test'}>`);
    expect(await client.say('RCPT TO:<ann@[127.0.0.1]>')).toMatch(/^501 5\.5\.4 /);
    await client.hangUp();
  }
});

test('neither a server nor a mail program gets a connection that anybody in between could read, or that is out of date', async () => {
  const { smtp, submission } = mail.stack.ports;
  for (const port of [smtp, submission]) {
    expect(await startTls(port, { maxVersion: 'TLSv1.2' })).toMatch(/^ECDHE-/);
    expect(await startTls(port, { maxVersion: 'TLSv1.2', ciphers: 'aNULL:@SECLEVEL=0' })).toBeNull();
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as const;
    expect(await startTls(port, { ...old, ciphers: 'ALL:@SECLEVEL=0' })).toBeNull();
  }
});

test('nobody asks which mailboxes exist', async () => {
  const ann = await addMailbox('ann@verify.test');
  const client = await SmtpDialogue.open(mail.stack.ports.smtp);
  for (const address of [ann.address, 'nobody@verify.test'])
    expect(await client.say(`VRFY ${address}`)).toMatch(/^502 5\.5\.1 /);
  await client.hangUp();
});

test('the catch-all takes no mail for an alias, a forwarder or a mailbox that is not ready yet [CAT-01]', async () => {
  const ann = await addMailbox('ann@taken.test');
  const rest = await addMailbox('rest@taken.test');
  const young = await addMailbox('young@taken.test');
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

test('mail that would leave for this very machine is taken back like mail from outside [VER-01]', async () => {
  const master = await readFile(join(mail.stack.dir, 'config/postfix/master.cf'), 'utf8');
  const listeners = [...master.matchAll(/^127\.0\.0\.1:(\d+) inet .* smtpd$/gm)].map(([, port]) => Number(port));
  const port = listeners.find((one) => !Object.values(mail.stack.ports).includes(one));
  const main = await readFile(join(mail.stack.dir, 'config/postfix/main.cf'), 'utf8');
  expect(main).toContain(`best_mx_transport = smtp:[127.0.0.1]:${port}\n`);
  const proven = await addMailbox('ann@back.test');
  const waiting = await addMailbox('ann@back.org');
  const reply = async (to: string) =>
    (await sendMail({ host: '127.0.0.1', port: port ?? 0 }, { to, raw: aMessage('back again') })).reply.slice(0, 3);
  expect(await Promise.all([proven.address, waiting.address, 'ann@foreign.test'].map(reply))).toEqual([
    ...['250', '450', '554'],
  ]);
});

test("mail for postmaster at the server's own name, or at none, reaches who reads it, and no other name there does", async () => {
  const operator = await addMailbox('operator@postmaster.test');
  const replyTo = async (recipient: string, ...rest: string[]) => {
    const client = await SmtpDialogue.open(mail.stack.ports.smtp);
    await client.say('MAIL FROM:<sender@elsewhere.test>');
    const replies = [await client.say(`RCPT TO:<${recipient}>`)];
    for (const line of rest) replies.push(await client.say(line));
    await client.hangUp();
    return replies.at(-1);
  };
  for (const name of ['postmaster', 'PostMaster', 'postmaster@mx.postern.localhost'])
    expect(await replyTo(name, 'DATA', `${aMessage(name)}.`), name).toMatch(/^250 /);
  expect(await replyTo('abuse@mx.postern.localhost')).toMatch(/^554 5\.7\.1 /);
  expect(await mail.readMessages(operator.mailboxId)).toHaveLength(3);
});

test('mail to a full mailbox by an alias, a forwarder or the catch-all is refused at once [MBX-13]', async () => {
  const ann = await addMailbox('ann@full.test');
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

test('a mail program reads a whole mailbox, folder by folder and byte by byte, and its quota [MBX-11]', async () => {
  const ann = await addMailbox('ann@whole.test');
  for (const text of ['first', 'ä'.repeat(20_000)]) await sendMail(mail.smtp, { to: ann.address, raw: aMessage(text) });
  const program = await openImap(mail.stack.ports.imap, ann.address, PASSWORD);
  await program.append('Sent', aMessage('in another folder'));
  await program.mailboxCreate('Projekte Ärger & Co');
  await program.append('Projekte Ärger & Co', aMessage('in a folder of their own'), ['\\Seen']);
  await mail.delivered();
  const seen = [];
  for (const folder of ['INBOX', 'Sent', 'Projekte Ärger & Co']) seen.push(...(await readWithImap(program, folder)));
  expect(seen).toHaveLength(4);
  const login = { port: mail.stack.ports.imap, user: ann.address, password: PASSWORD };
  expect((await syncWithMbsync(login)).sort()).toEqual(seen.sort());
  expect(seen).toContain(await readWithCurl(`imap://127.0.0.1:${login.port}/Sent;MAILINDEX=1`, login));
  const quota = await program.getQuota();
  await program.logout();
  const { bytes } = await mail.directory.usageWhen(ann.mailboxId, ({ messages }) => messages === 4);
  expect(quota).toMatchObject({ storage: { limit: 10 * 1_048_576 } });
  expect(bytes).toBe(seen.reduce((sum, source) => sum + source.length, 0));
});

test(
  'what waits at Postfix is counted by queue, with the age of the oldest message',
  async () => {
    const ann = await addMailbox('ann@queued.test');
    const configDir = join(mail.stack.dir, 'config/postfix');
    const master = (await readFile(join(mail.stack.dir, 'spool/pid/master.pid'), 'utf8')).trim();
    const manager = Number(execFileSync('pgrep', ['-P', master, '-x', 'qmgr'], { encoding: 'utf8' }));
    const inAnHour = () => Date.now() + 3_600_000;
    await mail.alone(async () => {
      expect((await readMailQueue({ configDir })).map(({ messages }) => messages)).toEqual([0, 0, 0, 0, 0]);
      process.kill(manager, 'SIGSTOP');
      try {
        for (const text of ['first', 'second']) await sendMail(mail.smtp, { to: ann.address, raw: aMessage(text) });
        const queues = await readMailQueue({ configDir, nowMillis: inAnHour });
        expect(queues.find(({ queue }) => queue === 'incoming')).toMatchObject({ messages: 2 });
        expect(Math.round((queues.find(({ queue }) => queue === 'incoming')?.oldestSeconds ?? 0) / 100)).toBe(36);
        expect(queues.find(({ queue }) => queue === 'deferred')).toEqual({
          queue: 'deferred',
          messages: 0,
          oldestSeconds: 0,
        });
      } finally {
        process.kill(manager, 'SIGCONT');
      }
      await mail.delivered();
      expect((await readMailQueue({ configDir })).map(({ messages }) => messages)).toEqual([0, 0, 0, 0, 0]);
    });
    const nowhere = readMailQueue({ configDir: join(mail.stack.dir, 'nowhere') });
    await expect(nowhere).rejects.toThrow("Postfix's queue can't be read: postqueue: fatal");
  },
  REAL_START_LIMIT_MS,
);
