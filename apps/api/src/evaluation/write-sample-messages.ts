import type { Mailer } from '@postern/adapter-mailer/port';
import { SAMPLE } from './sample.ts';

const SUBJECTS = [
  'Saturday market',
  'New roast profile',
  'Invoice for October',
  'Delivery on Tuesday',
  'Opening hours over the holidays',
  'Photos from the tasting',
  'Table for six?',
  'Grinder is back',
  'Feedback on the house blend',
  'Your order has shipped',
];
const SENTENCES = [
  'Could we talk about this on Monday?',
  'The beans arrive in the morning.',
  'Everybody liked the lighter roast.',
  'I have put the numbers into the sheet.',
  'Thank you for the quick answer!',
];

/** Sends the sample mailboxes their mail by SMTP, so that it is stored like any other mail. */
export async function writeSampleMessages(stranger: Mailer): Promise<void> {
  for (const one of SAMPLE.mailboxes) {
    for (let index = 0; index < one.messages; index += 1) {
      const subject = SUBJECTS[(index * 3 + one.user.length) % SUBJECTS.length] ?? 'Hello';
      await stranger.send({
        messageId: `sample-${one.user}-${index}`,
        to: `${one.user}@${SAMPLE.domainName}`,
        from: { name: 'A customer', address: `customer${index}@elsewhere.example` },
        subject,
        ...bodyOf(subject, Math.floor((one.kilobytes * 1024) / one.messages)),
      });
    }
  }
}

/** A text of about the given size, in lines short enough for mail. */
function bodyOf(subject: string, bytes: number): { text: string; html: string } {
  const lines = [`About: ${subject}`, ''];
  for (let size = 0, index = 0; size < bytes / 2; index += 1) {
    const sentence = SENTENCES[index % SENTENCES.length] ?? '';
    lines.push(sentence);
    size += sentence.length + 2;
  }
  return { text: lines.join('\n'), html: `<p>${lines.join('<br>\n')}</p>` };
}
