import { expect, test } from 'vitest';
import type { MailboxRef } from '../port.ts';
import type { Harness } from './harness.ts';
import { SmtpDialogue } from './smtp-dialogue.ts';

type AddMailbox = (local: string, domain: string) => Promise<MailboxRef>;

/** Guessing addresses costs the connection; a long honest list doesn't. */
export function recipientGuessingTests(harness: () => Harness, addMailbox: AddMailbox): void {
  test('a connection that tries out addresses is ended after twenty, whatever it does next', async () => {
    const ann = await addMailbox('ann', 'guess.test');
    const client = await SmtpDialogue.open(harness().smtp.port);
    await client.say('MAIL FROM:<stranger@elsewhere.test>');
    for (let tried = 0; tried < 20; tried += 1)
      expect(await client.say(`RCPT TO:<a${tried}@guess.test>`)).toMatch(/^550 5\.1\.1 /);
    expect(await client.say(`RCPT TO:<${ann.address}>`)).toMatch(/^421 4\.7\.0 .*too many errors/i);
    expect(await client.reply()).toBeNull();
  });

  test('thousands of guesses sent without waiting for the answers learn no more', async () => {
    await addMailbox('ann', 'flood.test');
    const client = await SmtpDialogue.open(harness().smtp.port);
    const guesses = Array.from({ length: 5_000 }, (_, tried) => `RCPT TO:<a${tried}@flood.test>\r\n`);
    client.write(`MAIL FROM:<stranger@elsewhere.test>\r\n${guesses.join('')}`);
    const replies: string[] = [];
    for (let reply = await client.reply(); reply !== null; reply = await client.reply()) replies.push(reply);
    expect(replies.filter((reply) => reply.startsWith('550 '))).toHaveLength(20);
    expect(replies.at(-1)).toMatch(/^421 4\.7\.0 /);
    await client.hangUp();
  });

  test('a long list with eleven old addresses reaches everybody else, message after message', async () => {
    const ann = await addMailbox('ann', 'list-of.test');
    const client = await SmtpDialogue.open(harness().smtp.port);
    for (let round = 0; round < 2; round += 1) {
      await client.say('MAIL FROM:<list@elsewhere.test>');
      for (let tag = 0; tag < 11; tag += 1) {
        expect(await client.say(`RCPT TO:<ann+${tag}@list-of.test>`)).toMatch(/^250 /);
        expect(await client.say(`RCPT TO:<old${tag}@list-of.test>`)).toMatch(/^550 /);
      }
      await client.say('DATA');
      expect(await client.say('From: list@elsewhere.test\r\nSubject: list\r\n\r\nlist\r\n.')).toMatch(/^250 /);
    }
    expect(await harness().readMessages(ann.mailboxId)).toHaveLength(2);
    await client.hangUp();
  });
}
