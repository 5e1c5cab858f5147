import { expect, test } from 'vitest';
import type { MailboxRef } from '../port.ts';
import type { Harness } from './harness.ts';
import { aMessage, type Submission, sendMail } from './send-mail.ts';

type AddMailbox = (local: string, domain: string, quotaBytes?: number) => Promise<MailboxRef>;

const MEGABYTE = 1_048_576;

/** A message is refused while its sender waits if it doesn't fit, however it is addressed; what is accepted arrives. */
export function quotaTests(harness: () => Harness, addMailbox: AddMailbox): void {
  const send = (submission: Submission) => sendMail(harness().smtp, submission);

  test('a changed quota applies to the next message [MBX-13]', async () => {
    const { directory, readMessages } = harness();
    const ann = await addMailbox('ann', 'quota.test', 2 * MEGABYTE);
    await send({ to: ann.address, raw: aLargeMessage() });
    await directory.usageWhen(ann.mailboxId, ({ messages }) => messages === 1);
    await directory.setMailbox({ ...ann, quotaBytes: MEGABYTE });
    expect((await send({ to: ann.address, raw: aMessage('too much') })).reply).toMatch(/^552 5\.2\.2 /);
    await directory.setMailbox({ ...ann, quotaBytes: 2 * MEGABYTE });
    expect((await send({ to: ann.address, raw: aMessage('second') })).accepted).toHaveLength(1);
    expect(await readMessages(ann.mailboxId)).toHaveLength(2);
  });

  test('a message that does not fit is refused before its transfer when its size is declared', async () => {
    const { readMessages } = harness();
    const ann = await addMailbox('ann', 'size.test');
    const outcome = await send({ to: ann.address, raw: aMessage('declared'), declaredSizeBytes: MEGABYTE + 10_000 });
    expect(outcome.reply).toMatch(/^552 5\.2\.2 /);
    expect(await readMessages(ann.mailboxId)).toEqual([]);
  });

  test('a mailbox with a quota of 0 receives nothing', async () => {
    const ann = await addMailbox('ann', 'zero.test', 0);
    expect((await send({ to: ann.address, raw: aMessage('none') })).reply).toMatch(/^552 5\.2\.2 /);
  });

  test('a message that a nearly full mailbox has no room for is refused, however it is addressed and whatever size it declares [MBX-13]', async () => {
    const { directory, readMessages, submit } = harness();
    const ann = await addMailbox('ann', 'nearly.test', 2 * MEGABYTE);
    const bob = await addMailbox('bob', 'nearly.test', 9 * MEGABYTE);
    await directory.setAlias('info@nearly.test', ann.mailboxId);
    await directory.setForwarder('team@nearly.test', [bob.mailboxId, ann.mailboxId]);
    await directory.setCatchAll('nearly.test', ann.mailboxId);
    await send({ to: ann.address, raw: aLargeMessage() });
    await directory.usageWhen(ann.mailboxId, ({ messages }) => messages === 1);
    const raw = aLargeMessage();
    const own = raw.replace('sender@elsewhere.test', bob.address);
    const full = /^55[24] .*full/;
    const ways = ['ann', 'ann+tag', 'info', 'team', 'anybody'];
    for (const local of ways) expect((await send({ to: `${local}@nearly.test`, raw })).reply).toMatch(full);
    expect((await submit(bob, { to: 'team@nearly.test', raw: own })).reply).toMatch(full);
    expect((await send({ to: ann.address, raw, declaredSizeBytes: raw.length })).reply).toMatch(/^552 5\.2\.2 /);
    expect((await send({ to: ann.address, raw, declaredSizeBytes: 10 })).reply).toMatch(full);
    expect((await send({ to: [bob.address, ann.address], raw })).reply).toMatch(full);
    const both = await send({ to: [bob.address, ann.address], raw, declaredSizeBytes: raw.length });
    expect(both).toMatchObject({ accepted: [bob.address], refusals: [expect.stringMatching(/^552 5\.2\.2 /)] });
    expect(await readMessages(ann.mailboxId)).toHaveLength(1);
    expect(await readMessages(bob.mailboxId)).toHaveLength(1);
    for (const local of ways)
      expect((await send({ to: `${local}@nearly.test`, raw: aMessage('fits') })).reply).toMatch(/^250 /);
    expect(await readMessages(ann.mailboxId)).toHaveLength(6);
  });

  test('of messages that arrive at once and fit only one at a time, each that is accepted arrives [MBX-13]', async () => {
    const ann = await addMailbox('ann', 'at-once.test', 2 * MEGABYTE);
    const raw = aLargeMessage();
    const outcomes = await Promise.all(Array.from({ length: 3 }, () => send({ to: ann.address, raw })));
    const accepted = outcomes.filter(({ reply }) => reply.startsWith('250 '));
    expect(accepted.length).toBeGreaterThan(0);
    expect(await harness().readMessages(ann.mailboxId)).toHaveLength(accepted.length);
  });
}

/** A little more than a megabyte; quotas are whole megabytes. */
function aLargeMessage(): string {
  return aMessage('a line of the filling that makes the message large\r\n'.repeat(21_000));
}
