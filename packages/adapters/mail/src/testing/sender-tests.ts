import { expect, test } from 'vitest';
import type { Harness } from '../conformance.ts';
import type { MailboxRef } from '../port.ts';
import { aMessage, sendMail } from './send-mail.ts';

type AddMailbox = (local: string, domain: string, quotaBytes?: number) => Promise<MailboxRef>;

/** What a mailbox may send. */
export function senderTests(harness: () => Harness, addMailbox: AddMailbox): void {
  test('a message that names somebody else as its author or sender is refused while the sender waits [ALI-02]', async () => {
    const ann = await addMailbox('ann', 'sender.test');
    await addMailbox('bob', 'sender.test');
    await harness().directory.setAlias('sales@sender.test', ann.mailboxId);
    const submit = async (...lines: string[]) => {
      const raw = `${lines.join('\r\n')}\r\nSubject: sender\r\n\r\nSender: bob@sender.test\r\n`;
      return (await harness().submit(ann, { to: ann.address, raw })).reply;
    };
    const own = 'From: Ann <ann@sender.test>';
    for (const sender of ['bob@sender.test', 'boss@elsewhere.test', 'ann@sender.test, bob@sender.test'])
      expect(await submit(own, `Sender: ${sender}`)).toMatch(/^554 5\.7\.1 .*Sender address/);
    for (const from of ['bob@sender.test', 'ann@sender.test, bob@sender.test'])
      expect(await submit(`From: ${from}`)).toMatch(/^554 5\.7\.1 .*From address/);
    expect(await submit(own, 'From: bob@sender.test')).toMatch(/^554 5\.7\.1 .*more than one From/);
    expect(await submit(own, 'Resent-Sender: bob@sender.test')).toMatch(/^554 5\.7\.1 .*Resent-Sender/);
    expect(await harness().readMessages(ann.mailboxId)).toEqual([]);
    expect(await submit(own, 'Sender: sales@sender.test')).toMatch(/^250 /);
    expect(await submit('From: ann+shop@sender.test', 'Reply-To: bob@sender.test')).toMatch(/^250 /);
    expect(await harness().readMessages(ann.mailboxId)).toHaveLength(2);
  });

  test('mail from outside keeps its own author and sender', async () => {
    const ann = await addMailbox('ann', 'outside.test');
    const raw = aMessage('list').replace('Subject', 'Sender: list@lists.test\r\nSubject');
    expect((await sendMail(harness().smtp, { to: ann.address, raw })).reply).toMatch(/^250 /);
  });
}
