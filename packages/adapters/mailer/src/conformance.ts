import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseOwnMessage } from './parse-own-message.ts';
import type { Mailer, OutgoingMessage } from './port.ts';

export interface MailerUnderTest {
  mailer: Mailer;
  /** The messages that have arrived, whole, as latin1, in order. */
  arrived(): Promise<string[]>;
  /** Breaks what the mailer needs, so that it can no longer deliver. */
  break(): Promise<void>;
  close(): Promise<void>;
}

/** A message with everything that is difficult in mail. */
export function aMessage(over: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    messageId: 'msg-1',
    to: 'anna@bluebottle.test',
    from: { name: 'Bluebottle Hosting', address: 'panel@hosting.test' },
    subject: 'Set your password',
    text: 'Grüße,\n\n.a dot first = and an equals sign\nhttps://panel.test/set?token=abc=\n日本語 🎉\n',
    html: '<p>Grüße, <a href="https://panel.test/set?token=abc=">set your password</a> 日本語 🎉</p>',
    ...over,
  };
}

/** What every mailer of the panel must do. The titles have no row ids, as no requirement is about the mailer alone. */
export function mailerConformance(name: string, start: () => Promise<MailerUnderTest>): void {
  describe(`mailer ${name}`, () => {
    let under: MailerUnderTest;
    beforeEach(async () => {
      under = await start();
    });
    afterEach(() => under.close());

    const sendOne = async (message: OutgoingMessage) => {
      await under.mailer.send(message);
      const raw = (await under.arrived()).at(-1) ?? '';
      return { raw, head: raw.slice(0, raw.indexOf('\r\n\r\n')), ...parseOwnMessage(raw) };
    };

    test('a message arrives with its exact text and HTML', async () => {
      const message = aMessage({ replyTo: 'help@hosting.test' });
      const arrived = await sendOne(message);
      expect(arrived.text.trimEnd()).toBe(message.text.trimEnd());
      expect(arrived.html.trimEnd()).toBe(message.html);
      expect(arrived.to).toBe('anna@bluebottle.test');
      expect(arrived.from).toMatch(/^"?Bluebottle Hosting"? <panel@hosting\.test>$/);
      expect(arrived.replyTo).toBe('help@hosting.test');
    });

    test('a file arrives beside text and HTML with its name, its type and every byte', async () => {
      const content = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256));
      const attachments = [{ name: 'HM-2026-00001.pdf', type: 'application/pdf', content }];
      const arrived = await sendOne(aMessage({ attachments }));
      expect(arrived.attachments).toEqual(attachments);
      expect(arrived.text.trimEnd()).toBe(aMessage().text.trimEnd());
      expect(arrived.html.trimEnd()).toBe(aMessage().html);
      expect((await sendOne(aMessage({ messageId: 'msg-2' }))).attachments).toEqual([]);
    });

    test('the Message-ID is the message id with the sender’s host, also when the message is sent again', async () => {
      const [first, again] = [await sendOne(aMessage()), await sendOne(aMessage())];
      for (const { head } of [first, again]) expect(head).toMatch(/^Message-ID: <msg-1@hosting\.test>\r?$/im);
    });

    test.for(['Short ü', 'Ваш новый почтовый ящик готов к работе '.repeat(6).trim(), '日本語🎉'.repeat(40)])(
      'a subject and a name in any script arrive whole: %s',
      async (subject) => {
        const from = { name: subject.slice(0, 60).trim(), address: 'panel@hosting.test' };
        const arrived = await sendOne(aMessage({ subject, from }));
        expect(arrived.subject).toBe(subject);
        expect(arrived.from).toContain(from.name);
        expect(arrived.head).toMatch(/^[\x20-\x7e\r\n\t]*$/);
      },
    );

    test.for(['\r\n', '\n', '\r', '\r\n ', '\r\n\r\n', '\u2028', '\0'])(
      'nothing in subject or name becomes a header: %j',
      async (breaking) => {
        const evil = `Hello${breaking}Bcc: evil@evil.test${breaking}X-Evil: 1`;
        const arrived = await sendOne(aMessage({ subject: evil, from: { name: evil, address: 'panel@hosting.test' } }));
        expect(arrived.head.replaceAll(/\r\n[ \t]/g, ' ')).not.toMatch(/^(bcc|x-evil):/im);
        expect(arrived.subject).toBe('Hello Bcc: evil@evil.test X-Evil: 1');
      },
    );

    test.for([
      'anna@bluebottle.test\r\nBcc: evil@evil.test',
      'anna@bluebottle.test\r\n',
      'anna@bluebottle.test\n',
      'anna@bluebottle.test, evil@evil.test',
      'Anna <anna@bluebottle.test>',
      'anna',
      '',
      'a b@bluebottle.test',
      '"a"@bluebottle.test',
    ])('an address that is not one bare address is refused: %j', async (address) => {
      const refused = { name: 'MailerError', kind: 'refused', code: 'bad_address' };
      await expect(under.mailer.send(aMessage({ to: address }))).rejects.toMatchObject(refused);
      await expect(under.mailer.send(aMessage({ replyTo: address }))).rejects.toMatchObject(refused);
      await expect(under.mailer.send(aMessage({ from: { name: '', address } }))).rejects.toMatchObject(refused);
      expect(await under.arrived()).toEqual([]);
    });

    test.for(['', '../../etc/passwd', 'a b', 'a>\r\nX-Evil: 1', 'a'.repeat(129)])(
      'a message id that could lead out of the folder is refused: %j',
      async (messageId) => {
        const sending = under.mailer.send(aMessage({ messageId }));
        await expect(sending).rejects.toMatchObject({ kind: 'refused', code: 'bad_message_id' });
        expect(await under.arrived()).toEqual([]);
      },
    );

    test('a mailer that cannot deliver throws unavailable, and its check reports it without throwing', async () => {
      expect((await under.mailer.check()).ok).toBe(true);
      await under.break();
      await expect(under.mailer.send(aMessage())).rejects.toMatchObject({ name: 'MailerError', kind: 'unavailable' });
      expect((await under.mailer.check()).ok).toBe(false);
    });
  });
}
