import { expect, test } from 'vitest';
import type { MailboxRef } from '../port.ts';
import type { Harness } from './harness.ts';
import { aMessage, sendMail } from './send-mail.ts';

type AddMailbox = (local: string, domain: string, quotaBytes?: number) => Promise<MailboxRef>;

/** What a mailbox may send. */
export function senderTests(harness: () => Harness, addMailbox: AddMailbox): void {
  test('a message that names someone else as its author or sender is refused while the sender waits [ALI-02]', async () => {
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

  test('a mailbox and a domain at their sending limit have to wait, and a message beyond it goes to nobody', async () => {
    const [ann, bob] = [await addMailbox('ann', 'limit.test'), await addMailbox('bob', 'limit.test')];
    await harness().directory.setSendingLimit('limit.test', { mailbox: 5, domain: 7 });
    const submit = async (mailbox: MailboxRef, recipients: number) => {
      const to = Array.from({ length: recipients }, (_, index) => `ann+${index}@limit.test`);
      const raw = aMessage('limited').replace('sender@elsewhere.test', mailbox.address);
      return (await harness().submit(mailbox, { to, raw })).reply;
    };
    expect(await submit(ann, 6)).toMatch(/^554 5\.7\.1 .*6 recipients.*5 recipients an hour/);
    expect(await submit(ann, 3)).toMatch(/^250 /);
    const tooMany =
      /^451 4\.7\.1 .*this mailbox may write to 5 recipients an hour and can send again at \d{4}-\d\d-\d\d \d\d:00 UTC/;
    expect(await submit(ann, 3)).toMatch(tooMany);
    expect(await submit(ann, 2)).toMatch(/^250 /);
    expect(await submit(ann, 1)).toMatch(tooMany);
    expect(await submit(bob, 3)).toMatch(/^451 4\.7\.1 .*your domain may write to 7 recipients an hour/);
    expect(await submit(bob, 2)).toMatch(/^250 /);
    expect(await harness().readMessages(ann.mailboxId)).toHaveLength(3);
    expect((await sendMail(harness().smtp, { to: ann.address, raw: aMessage('from outside') })).reply).toMatch(/^250 /);
  });
}
