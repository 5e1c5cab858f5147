import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addMailbox } from './testing/add-mailbox.ts';
import { aMessage, sendMail } from './testing/send-mail.ts';
import { SmtpDialogue } from './testing/smtp-dialogue.ts';
import { type EmbeddedHarness, maildirOf, newFolder, startEmbeddedHarness } from './testing/start-embedded-harness.ts';

let mail: EmbeddedHarness;
beforeEach(async () => {
  mail = await startEmbeddedHarness();
});
afterEach(() => mail.stop());

test('closing lets a message in transfer arrive, disconnects idle clients and accepts no new ones', async () => {
  const ann = await addMailbox(mail, 'ann@drain.test');
  const idle = await SmtpDialogue.open(mail.smtp.port);
  const busy = await SmtpDialogue.open(mail.smtp.port);
  await busy.say('MAIL FROM:<sender@elsewhere.test>');
  await busy.say(`RCPT TO:<${ann.address}>`);
  await busy.say('DATA');
  const closed = mail.backend.close();
  expect(await idle.reply()).toMatch(/^421 /);
  await expect(sendMail(mail.smtp, { to: ann.address, raw: aMessage('new') })).rejects.toThrow('ECONNREFUSED');
  busy.write('Subject: drained\r\n\r\ndrained\r\n.\r\n');
  expect(await busy.reply()).toMatch(/^250 /);
  expect(await busy.reply()).toMatch(/^421 /);
  await Promise.all([idle.hangUp(), busy.hangUp()]);
  await closed;
  expect(await mail.readMessages(ann.mailboxId)).toHaveLength(1);
});

test('closing does not wait for ever: a message still in transfer is cut off and removed', async () => {
  const slow = await startEmbeddedHarness({ drainTimeoutMs: 50 });
  const ann = await addMailbox(slow, 'ann@slow.test');
  const client = await SmtpDialogue.open(slow.smtp.port);
  await client.say('MAIL FROM:<sender@elsewhere.test>');
  await client.say(`RCPT TO:<${ann.address}>`);
  await client.say('DATA');
  client.write('Subject: never ends\r\n');
  await slow.backend.close();
  expect(await slow.readMessages(ann.mailboxId)).toEqual([]);
  expect(await readdir(join(maildirOf(slow.dir, ann.address), 'tmp'))).toEqual([]);
  await client.hangUp();
  await slow.stop();
});

test('a panel that fails or does not answer defers the mail', async () => {
  for (const answer of [() => Promise.reject(new Error('down')), () => new Promise<never>(() => undefined)]) {
    const deferring = await startEmbeddedHarness({
      directoryTimeoutMs: 50,
      panel: (directory) => ({
        resolveRecipient: answer,
        findSender: answer,
        countRecipients: answer,
        recordUsage: (usage) => directory.recordUsage(usage),
      }),
    });
    const { reply } = await sendMail(deferring.smtp, { to: 'ann@later.test', raw: aMessage('later') });
    expect(reply).toMatch(/^451 4\.3\.0 /);
    await deferring.stop();
  }
});

test('mail for a mailbox that the store does not have yet is deferred', async () => {
  await mail.directory.setMailbox({ mailboxId: randomUUID(), address: 'ann@early.test', quotaBytes: 1_000_000 });
  expect((await sendMail(mail.smtp, { to: 'ann@early.test', raw: aMessage('early') })).reply).toMatch(/^451 4\.3\.0 /);
});

test('a process without a listener creates mailboxes that another process delivers to', async () => {
  const storeOnly = await startEmbeddedHarness({ dir: mail.dir, port: null });
  const mailbox = { mailboxId: randomUUID(), address: 'ann@split.test' };
  await storeOnly.backend.createMailbox(mailbox);
  await mail.directory.setMailbox({ ...mailbox, quotaBytes: 1_000_000 });
  expect((await sendMail(mail.smtp, { to: mailbox.address, raw: aMessage('across') })).reply).toMatch(/^250 /);
  expect(await storeOnly.readMessages(mailbox.mailboxId)).toHaveLength(1);
  await storeOnly.backend.deleteMailbox(mailbox);
  expect((await sendMail(mail.smtp, { to: mailbox.address, raw: aMessage('gone') })).reply).toMatch(/^451 4\.3\.0 /);
  await storeOnly.stop();
});

test('a deleted mailbox leaves no file and no usage behind [MBX-11, MBX-13]', async () => {
  const ann = await addMailbox(mail, 'ann@files.test');
  await sendMail(mail.smtp, { to: ann.address, raw: aMessage('x'.repeat(1_000)) });
  await mail.backend.deleteMailbox({ mailboxId: ann.mailboxId, address: ann.address });
  expect(await readdir(join(mail.dir, 'files.test'))).toEqual([]);
  expect(await readdir(join(mail.dir, '.trash'))).toEqual([]);
  expect(mail.directory.usage.get(ann.mailboxId)).toEqual({ bytes: 0, messages: 0 });
});

test("a folder without an owner is set aside for the operator: no new mailbox sees it, and it isn't lost", async () => {
  const folder = newFolder(mail.dir, 'ann@aside.test');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, '1.host'), 'whose?');
  expect(await mail.backend.listMailboxes()).toEqual([]);
  const ann = await addMailbox(mail, 'ann@aside.test');
  expect(await mail.readMessages(ann.mailboxId)).toEqual([]);
  const [kept = ''] = await readdir(join(mail.dir, '.unclaimed', 'aside.test'));
  const path = join(mail.dir, '.unclaimed', 'aside.test', kept, 'Maildir', 'new', '1.host');
  expect(await readFile(path, 'utf8')).toBe('whose?');
});

test('a start removes what a crash left, and nothing that may still be in use', async () => {
  const ann = await addMailbox(mail, 'ann@crash.test');
  await mail.backend.close();
  const tmp = join(maildirOf(mail.dir, ann.address), 'tmp');
  await mkdir(join(mail.dir, '.trash', `${randomUUID()}.${randomUUID()}`, 'Maildir', 'new'), { recursive: true });
  for (const name of ['old', 'young']) await writeFile(join(tmp, name), name);
  const beforeMs = Date.now() - 37 * 60 * 60 * 1000;
  await utimes(join(tmp, 'old'), new Date(beforeMs), new Date(beforeMs));
  const again = await startEmbeddedHarness({ dir: mail.dir });
  await again.directory.setMailbox(ann);
  await again.directory.usageWhen(ann.mailboxId, () => true);
  expect(await readdir(tmp)).toEqual(['young']);
  expect(await readdir(join(mail.dir, '.trash'))).toEqual([]);
  await again.stop();
});

test('check reports a store that cannot be written', async () => {
  expect(await mail.backend.check()).toEqual({ ok: true, detail: 'Store writable, SMTP listening' });
  await mail.backend.close();
  expect(await mail.backend.check()).toMatchObject({ ok: false });
});
