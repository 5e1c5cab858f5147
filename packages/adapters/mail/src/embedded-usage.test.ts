import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addMailbox } from './testing/add-mailbox.ts';
import { aMessage, sendMail } from './testing/send-mail.ts';
import { type EmbeddedHarness, maildirOf, newFolder, startEmbeddedHarness } from './testing/start-embedded-harness.ts';

const SWEEP_MS = 20;

let mail: EmbeddedHarness;
beforeEach(async () => {
  mail = await startEmbeddedHarness({ usageSweepMs: SWEEP_MS });
});
afterEach(() => mail.stop());

async function bytesIn(address: string): Promise<number> {
  const names = await readdir(newFolder(mail.dir, address));
  return names.reduce((sum, name) => sum + Number(/S=(\d+)/.exec(name)?.[1]), 0);
}

test('usage is recorded before a message is acknowledged, to the byte [MBX-11]', async () => {
  const ann = await addMailbox(mail, 'ann@usage.test');
  for (const count of [1, 2, 3]) {
    await sendMail(mail.smtp, { to: ann.address, raw: aMessage(`message ${count}`) });
    expect(mail.directory.usage.get(ann.mailboxId)).toEqual({ bytes: await bytesIn(ann.address), messages: count });
  }
});

test('a mailbox is recorded as empty when it is made, whatever was recorded before, and one that is made again with its mail [MBX-11]', async () => {
  const ann = await addMailbox(mail, 'ann@made.test');
  expect(mail.directory.usage.get(ann.mailboxId)).toEqual({ bytes: 0, messages: 0 });
  await sendMail(mail.smtp, { to: ann.address, raw: aMessage('one') });
  mail.directory.usage.set(ann.mailboxId, { bytes: 1, messages: 7 });
  await rm(join(maildirOf(mail.dir, ann.address), '..'), { recursive: true });
  await mail.backend.createMailbox(ann);
  expect(mail.directory.usage.get(ann.mailboxId)).toEqual({ bytes: 0, messages: 0 });
  await sendMail(mail.smtp, { to: ann.address, raw: aMessage('two') });
  const bytes = await bytesIn(ann.address);
  await mail.backend.createMailbox(ann);
  expect(mail.directory.usage.get(ann.mailboxId)).toEqual({ bytes, messages: 1 });
});

test('the sweep notices what another program removed, added or moved [MBX-11]', async () => {
  const ann = await addMailbox(mail, 'ann@outside.test');
  await sendMail(mail.smtp, { to: ann.address, raw: aMessage('one') });
  const [name = ''] = await readdir(newFolder(mail.dir, ann.address));
  await rm(join(newFolder(mail.dir, ann.address), name));
  await mail.directory.usageWhen(ann.mailboxId, ({ bytes, messages }) => bytes === 0 && messages === 0);

  // A folder made by an IMAP server, with a message whose name states no size.
  const sent = join(maildirOf(mail.dir, ann.address), '.Sent');
  for (const part of ['tmp', 'new', 'cur']) await mkdir(join(sent, part), { recursive: true });
  await writeFile(join(sent, 'tmp', 'a'), 'x'.repeat(123));
  await rename(join(sent, 'tmp', 'a'), join(sent, 'cur', '1.host:2,S'));
  await mail.directory.usageWhen(ann.mailboxId, ({ bytes, messages }) => bytes === 123 && messages === 1);
});

test('a start counts all mailboxes again, in batches [MBX-11]', async () => {
  const mailboxes: Awaited<ReturnType<typeof addMailbox>>[] = [];
  for (let count = 0; count < 60; count += 1) mailboxes.push(await addMailbox(mail, `user${count}@start.test`));
  for (const { address } of mailboxes)
    await writeFile(join(newFolder(mail.dir, address), '1.host,S=10,W=10'), 'x'.repeat(10));
  await mail.backend.close();
  const batches: number[] = [];
  const again = await startEmbeddedHarness({
    dir: mail.dir,
    usageSweepMs: 3_600_000,
    panel: (directory) => {
      for (const mailbox of mailboxes) void directory.setMailbox(mailbox);
      return {
        resolveRecipient: (address) => directory.resolveRecipient(address),
        findSender: (address) => directory.findSender(address),
        countRecipients: (...asked) => directory.countRecipients(...asked),
        recordUsage: (usage) => {
          batches.push(usage.length);
          return directory.recordUsage(usage);
        },
      };
    },
  });
  for (const { mailboxId } of mailboxes) await again.directory.usageWhen(mailboxId, ({ bytes }) => bytes === 10);
  expect(Math.max(...batches)).toBeLessThanOrEqual(25);
  await again.stop();
});

test('messages that arrive at once never pass the quota together [MBX-13]', async () => {
  const quotaBytes = 35_000;
  const ann = await addMailbox(mail, 'ann@race.test', quotaBytes);
  const raw = aMessage('x'.repeat(10_000));
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => sendMail(mail.smtp, { to: ann.address, raw })));
  const accepted = outcomes.filter(({ reply }) => reply.startsWith('250 '));
  expect(accepted).toHaveLength(3);
  expect(outcomes.filter(({ reply }) => reply.startsWith('552 5.2.2 '))).toHaveLength(9);
  expect(await bytesIn(ann.address)).toBeLessThanOrEqual(quotaBytes);
  expect(await readdir(join(maildirOf(mail.dir, ann.address), 'tmp'))).toEqual([]);
});

test('room freed by another program is available to the next message [MBX-13]', async () => {
  await mail.stop();
  mail = await startEmbeddedHarness({ usageSweepMs: null });
  const ann = await addMailbox(mail, 'ann@room.test', 15_000);
  const raw = aMessage('x'.repeat(10_000));
  expect((await sendMail(mail.smtp, { to: ann.address, raw })).reply).toMatch(/^250 /);
  expect((await sendMail(mail.smtp, { to: ann.address, raw })).reply).toMatch(/^552 5\.2\.2 /);
  const [name = ''] = await readdir(newFolder(mail.dir, ann.address));
  await rm(join(newFolder(mail.dir, ann.address), name));
  expect((await sendMail(mail.smtp, { to: ann.address, raw })).reply).toMatch(/^250 /);
});

test('usage that the panel could not record is recorded by the next sweep, and the mail is kept [MBX-11]', async () => {
  await mail.stop();
  let isDown = false;
  mail = await startEmbeddedHarness({
    usageSweepMs: SWEEP_MS,
    panel: (directory) => ({
      resolveRecipient: (address) => directory.resolveRecipient(address),
      findSender: (address) => directory.findSender(address),
      countRecipients: (...asked) => directory.countRecipients(...asked),
      recordUsage: (usage) => (isDown ? Promise.reject(new Error('down')) : directory.recordUsage(usage)),
    }),
  });
  const ann = await addMailbox(mail, 'ann@down.test');
  isDown = true;
  expect((await sendMail(mail.smtp, { to: ann.address, raw: aMessage('kept') })).reply).toMatch(/^250 /);
  expect(mail.directory.usage.get(ann.mailboxId)?.messages).toBe(0);
  isDown = false;
  await mail.directory.usageWhen(ann.mailboxId, ({ messages }) => messages === 1);
});
