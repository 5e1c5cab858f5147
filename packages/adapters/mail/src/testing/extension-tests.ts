import { expect, test } from 'vitest';
import type { MailboxRef } from '../port.ts';
import type { Harness } from './harness.ts';
import { aMessage, sendMail } from './send-mail.ts';
import { SmtpDialogue } from './smtp-dialogue.ts';

type AddMailbox = (local: string, domain: string) => Promise<MailboxRef>;

/** What a server doesn't do, it neither announces nor silently accepts. */
export function extensionTests(harness: () => Harness, addMailbox: AddMailbox): void {
  test("what isn't done for a sender isn't announced, and is refused while it waits: letters beyond ASCII in addresses, notices that name who got a message [MBX-11]", async () => {
    const ann = await addMailbox('ann', 'extension.test');
    const client = await SmtpDialogue.open(harness().smtp.port);
    client.write('EHLO client.test\r\n');
    const announced = (await client.wholeReply()).map((line) => line.slice(4).split(' ')[0]);
    expect(announced).toEqual(expect.arrayContaining(['PIPELINING', 'SIZE', '8BITMIME']));
    for (const absent of ['SMTPUTF8', 'DSN', 'VRFY', 'ETRN']) expect(announced).not.toContain(absent);
    const from = 'MAIL FROM:<sender@elsewhere.test>';
    for (const parameter of ['SMTPUTF8', 'RET=FULL', 'BODY=BINARYMIME', 'OTHER=1'])
      expect(await client.say(`${from} ${parameter}`), parameter).toMatch(/^5(?:01|55) /);
    expect(await client.say(`${from} BODY=8BITMIME SIZE=1000`)).toMatch(/^250 /);
    const to = `RCPT TO:<${ann.address}>`;
    for (const parameter of ['NOTIFY=SUCCESS', 'ORCPT=rfc822;ann@extension.test', 'OTHER=1'])
      expect(await client.say(`${to} ${parameter}`), parameter).toMatch(/^5(?:01|55) /);
    expect(await client.say(to)).toMatch(/^250 /);
    await client.hangUp();
  });

  test('mail with letters beyond ASCII in its header arrives, as servers that write them send it [MBX-11]', async () => {
    const ann = await addMailbox('ann', 'letters.test');
    const raw = aMessage('grüße').replace('Subject: test', 'Subject: grüße aus köln');
    expect((await sendMail(harness().smtp, { to: ann.address, raw })).reply).toMatch(/^250 /);
    const [source = ''] = await harness().readMessages(ann.mailboxId);
    expect(Buffer.from(source, 'latin1').toString()).toContain('Subject: grüße aus köln\r\n');
  });

  test('a line of any length arrives unbroken, and a message without a header is seen whole [MBX-11]', async () => {
    const [long, bare] = [await addMailbox('long', 'shape.test'), await addMailbox('bare', 'shape.test')];
    const line = 'ü'.repeat(5_000);
    await sendMail(harness().smtp, { to: long.address, raw: aMessage(line) });
    await sendMail(harness().smtp, { to: bare.address, raw: 'just text\r\nof two lines\r\n' });
    const [first = ''] = await harness().readMessages(long.mailboxId);
    expect(Buffer.from(first, 'latin1').toString().endsWith(`\r\n\r\n${line}\r\n`)).toBe(true);
    const [second = ''] = await harness().readMessages(bare.mailboxId);
    expect(second).toMatch(/\r\n\r\njust text\r\nof two lines\r\n$/);
  });

  test('quotes around a name that needs none lead to the same mailbox', async () => {
    const ann = await addMailbox('ann', 'quotes.test');
    const client = await SmtpDialogue.open(harness().smtp.port);
    await client.say('MAIL FROM:<sender@elsewhere.test>');
    expect(await client.say('RCPT TO:<"Ann"@quotes.test>')).toMatch(/^250 /);
    await client.say('DATA');
    expect(await client.say(`${aMessage('quoted')}.`)).toMatch(/^250 /);
    expect(await harness().readMessages(ann.mailboxId)).toHaveLength(1);
    await client.hangUp();
  });
}
