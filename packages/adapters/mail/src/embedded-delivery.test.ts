import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MESSAGE_SIZE_MAX_BYTES } from './smtp/smtp-receiver.ts';
import { addMailbox } from './testing/add-mailbox.ts';
import { aMessage, sendMail } from './testing/send-mail.ts';
import { SmtpDialogue } from './testing/smtp-dialogue.ts';
import { type EmbeddedHarness, maildirOf, newFolder, startEmbeddedHarness } from './testing/start-embedded-harness.ts';

let mail: EmbeddedHarness;
beforeEach(async () => {
  mail = await startEmbeddedHarness();
});
afterEach(() => mail.stop());

const namesIn = (address: string, part: string) => readdir(join(maildirOf(mail.dir, address), part));

async function openTransaction(...recipients: string[]): Promise<SmtpDialogue> {
  const client = await SmtpDialogue.open(mail.smtp.port);
  await client.say('MAIL FROM:<sender@elsewhere.test>');
  for (const recipient of recipients) expect(await client.say(`RCPT TO:<${recipient}>`)).toMatch(/^250 /);
  expect(await client.say('DATA')).toMatch(/^354 /);
  return client;
}

test('the sizes in a message’s file name are its real sizes, with CRLF at every line end', async () => {
  await addMailbox(mail, 'ann@maildir.test');
  const client = await openTransaction('ann@maildir.test');
  client.write('Subject: lines\r\n\r\nbare\nline\r\n..dot\r\nend\r\n.\r\n');
  expect(await client.reply()).toMatch(/^250 2\.0\.0 /);
  const [name = ''] = await namesIn('ann@maildir.test', 'new');
  expect(name).toMatch(/^\d+\.M\d+P\d+Q\d+R[0-9a-f]+\.[^,:/]+,S=\d+,W=\d+$/);
  const path = join(newFolder(mail.dir, 'ann@maildir.test'), name);
  const { size } = await stat(path);
  expect(name.endsWith(`,S=${size},W=${size}`)).toBe(true);
  const source = await readFile(path, 'latin1');
  expect(source).toMatch(/Subject: lines\r\n\r\nbare\r\nline\r\n\.dot\r\nend\r\n$/);
  expect(source.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  await client.hangUp();
});

test('a delivered message starts with its own trace lines and continues byte for byte', async () => {
  const ann = await addMailbox(mail, 'ann@trace.test');
  const body = aMessage('grüße').replace('test', 'x'.repeat(5_000));
  await sendMail(mail.smtp, { from: 'bounce+1@elsewhere.test', to: 'ann+tag@trace.test', raw: body });
  const [source = ''] = await mail.readMessages(ann.mailboxId);
  expect(source).toMatch(
    /^Return-Path: <bounce\+1@elsewhere\.test>\r\nDelivered-To: ann@trace\.test\r\nReceived: from \S+ \(\[127\.0\.0\.1\]\)\r\n\tby mx\.postern\.test with ESMTP id \S+\r\n\tfor <ann\+tag@trace\.test>;\r\n\t\w{3}, \d\d \w{3} \d{4} [\d:]{8} \+0000\r\nFrom: /,
  );
  expect(Buffer.from(source, 'latin1').toString('utf8').endsWith(body)).toBe(true);
});

test('an address that would lead out of its folder is unknown, for senders and for the panel', async () => {
  await addMailbox(mail, 'ann@path.test');
  const before = await readdir(mail.dir, { recursive: true });
  const client = await SmtpDialogue.open(mail.smtp.port);
  await client.say('MAIL FROM:<>');
  const tricks = ['..', '.', '../ann', 'a/b', '.hidden', 'a..b', 'a.', 'x'.repeat(65), 'a\\b'];
  for (const local of tricks) expect(await client.say(`RCPT TO:<${local}@path.test>`)).toMatch(/^550 5\.1\.1 /);
  for (const domain of ['..', '../path.test', '.trash', 'a_b.test', `${'a.'.repeat(127)}test`]) {
    expect(await client.say(`RCPT TO:<ann@${domain}>`)).toMatch(/^550 5\.1\.1 /);
  }
  expect(mail.directory.asked).toEqual([]);
  await client.hangUp();
  const mailboxId = '00000000-0000-4000-8000-000000000001';
  for (const address of ['../ann@path.test', 'a/b@path.test', 'ann\0@path.test', 'ann@..', 'Ann@path.test']) {
    await expect(mail.backend.createMailbox({ mailboxId, address })).rejects.toMatchObject({ kind: 'refused' });
    await expect(mail.backend.deleteMailbox({ mailboxId, address })).rejects.toMatchObject({ kind: 'refused' });
  }
  const escape = { mailboxId: '../../x', address: 'bob@path.test' };
  await expect(mail.backend.createMailbox(escape)).rejects.toMatchObject({ kind: 'refused' });
  expect(await readdir(mail.dir, { recursive: true })).toEqual(before);
});

test('a client that disconnects in the middle of a message leaves nothing behind', async () => {
  await addMailbox(mail, 'ann@cut.test');
  const client = await openTransaction('ann@cut.test');
  client.write(`Subject: cut\r\n\r\n${'half a line\r\n'.repeat(20_000)}`);
  await client.hangUp();
  await mail.backend.close();
  expect(await namesIn('ann@cut.test', 'tmp')).toEqual([]);
  expect(await namesIn('ann@cut.test', 'new')).toEqual([]);
});

test('a message for several mailboxes reaches all of them or none', async () => {
  const ann = await addMailbox(mail, 'ann@both.test');
  const bob = await addMailbox(mail, 'bob@both.test', 20_000);
  const to = [ann.address, bob.address];
  const tooBig = aMessage('x'.repeat(30_000));
  expect((await sendMail(mail.smtp, { to, raw: tooBig })).reply).toMatch(/^552 5\.2\.2 /);
  for (const address of to) {
    expect(await namesIn(address, 'new')).toEqual([]);
    expect(await namesIn(address, 'tmp')).toEqual([]);
  }
  expect((await sendMail(mail.smtp, { to, raw: aMessage('fits') })).reply).toMatch(/^250 /);
  const [toAnn = ''] = await mail.readMessages(ann.mailboxId);
  const [toBob = ''] = await mail.readMessages(bob.mailboxId);
  expect(toAnn).toContain('Delivered-To: ann@both.test');
  expect(toBob).toContain('Delivered-To: bob@both.test');
  expect(toAnn + toBob).not.toContain('\tfor <');
});

test('a mailbox deleted during the transfer gets nothing, and neither does the next owner of its address', async () => {
  const ann = await addMailbox(mail, 'ann@raced.test');
  const client = await openTransaction(ann.address);
  client.write('Subject: late\r\n\r\n');
  await mail.backend.deleteMailbox({ mailboxId: ann.mailboxId, address: ann.address });
  await mail.directory.removeMailbox(ann.mailboxId);
  const next = await addMailbox(mail, ann.address);
  client.write('late\r\n.\r\n');
  expect(await client.reply()).toMatch(/^451 4\.3\.0 /);
  expect(await mail.readMessages(next.mailboxId)).toEqual([]);
  await client.hangUp();
});

test('a message beyond the announced size is refused and not kept', async () => {
  await addMailbox(mail, 'ann@large.test', 10 * MESSAGE_SIZE_MAX_BYTES);
  const raw = `Subject: large\r\n\r\n${`${'x'.repeat(998)}\r\n`.repeat(MESSAGE_SIZE_MAX_BYTES / 1_000 + 1)}`;
  expect((await sendMail(mail.smtp, { to: 'ann@large.test', raw })).reply).toMatch(/^552 5\.3\.4 /);
  expect(await namesIn('ann@large.test', 'tmp')).toEqual([]);
  expect(await namesIn('ann@large.test', 'new')).toEqual([]);
});

test('neither AUTH nor STARTTLS is offered, and only a loopback address is allowed', async () => {
  const client = await SmtpDialogue.open(mail.smtp.port);
  expect(await client.say('AUTH PLAIN AGEAYg==')).toMatch(/^500 /);
  expect(await client.say('STARTTLS')).toMatch(/^500 /);
  await client.hangUp();
  await expect(startEmbeddedHarness({ host: '0.0.0.0', dir: mail.dir })).rejects.toThrow('not a loopback address');
});

test('a recipient who may not receive is refused while the sender waits', async () => {
  await addMailbox(mail, 'ann@disabled.test');
  await mail.directory.disable('off@disabled.test');
  const outcome = await sendMail(mail.smtp, { to: 'off@disabled.test', raw: aMessage('refused') });
  expect(outcome.reply).toMatch(/^554 5\.2\.1 /);
});
