import { expect, test } from 'vitest';
import type { MailboxRef } from '../port.ts';
import type { Harness } from './harness.ts';
import { SmtpDialogue } from './smtp-dialogue.ts';

/** Every end of data but the right one, `\r\n.\r\n`: servers that disagree on them let one message carry another past the checks. */
const WRONG_ENDS = ['\n.\n', '\n.\r\n', '\r\n.\n', '\r.\r', '\r.\r\n', '\r\n.\r', '\n.\r', '\r.\n'];

/** Sends a message with a second one hidden behind a wrong end of data, and waits until the server has hung up. */
async function smuggle(port: number, to: string, wrongEnd: string): Promise<void> {
  const client = await SmtpDialogue.open(port);
  await client.say('MAIL FROM:<stranger@elsewhere.test>');
  await client.say(`RCPT TO:<${to}>`);
  await client.say('DATA');
  client.write(
    `Subject: outer\r\n\r\nfirst${wrongEnd}MAIL FROM:<forged@victim.test>\r\nRCPT TO:<${to}>\r\nDATA\r\nSubject: smuggled\r\n\r\nsecond\r\n.\r\nQUIT\r\n`,
  );
  while ((await client.reply()) !== null);
  await client.hangUp();
}

const headOf = (message: string): string => message.split('\r\n\r\n')[0] ?? '';

/** No wrong end of data ends a message, in a new mailbox each. */
export function smugglingTests(harness: () => Harness, addMailbox: (local: string) => Promise<MailboxRef>): void {
  test.each(WRONG_ENDS.map((wrongEnd) => [JSON.stringify(wrongEnd), wrongEnd] as const))(
    'a message hidden behind %s is never delivered as one of its own [MBX-11]',
    async (_shown, wrongEnd) => {
      const { mailboxId, address } = await addMailbox(`smuggle-${WRONG_ENDS.indexOf(wrongEnd)}`);
      await smuggle(harness().smtp.port, address, wrongEnd);
      const messages = await harness().readMessages(mailboxId);
      expect(messages.length).toBeLessThanOrEqual(1);
      expect(messages.filter((message) => headOf(message).includes('Subject: smuggled'))).toEqual([]);
    },
  );
}
