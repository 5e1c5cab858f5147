import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD } from '../testing/password.ts';
import { addRealMailbox, submitMessage } from '../testing/real-mailbox.ts';
import { SmtpDialogue } from '../testing/smtp-dialogue.ts';
import { REAL_START_LIMIT_MS, type RealHarness, startRealHarness } from '../testing/start-real-harness.ts';

let mail: RealHarness;
beforeAll(async () => {
  mail = await startRealHarness();
}, REAL_START_LIMIT_MS);
afterAll(() => mail.stop());

/** The last answer to a message for three recipients of this form. */
async function sendsTo(login: string, form: string): Promise<string | null> {
  const dialogue = await SmtpDialogue.open(mail.stack.ports.submission);
  await dialogue.say(`AUTH PLAIN ${Buffer.from(`\0${login}\0${PASSWORD}`).toString('base64')}`);
  await dialogue.say(`MAIL FROM:<${login}>`);
  const answers: (string | null)[] = [];
  for (const number of ['1', '2', '3']) answers.push(await dialogue.say(`RCPT TO:${form.replace('N', number)}`));
  let answer = answers.at(-1) ?? null;
  if (answers.some((each) => each?.startsWith('250 '))) {
    await dialogue.say('DATA');
    answer = await dialogue.say(`From: <${login}>\r\nSubject: form\r\n\r\nHello\r\n.`);
  }
  await dialogue.hangUp();
  return answer;
}

const COUNTED = /^554 5\.7\.1 The message has 3 recipients/;
const REFUSED = /^501 5\.5\.4 Syntax/;

test('however a recipient is written, it is counted or refused', async () => {
  const ann = await addRealMailbox(mail, 'ann@forms.test');
  await mail.directory.setCatchAll('forms.test', ann.mailboxId);
  expect((await submitMessage(mail, { login: ann.address, to: ann.address })).accepted).toHaveLength(1);
  await mail.directory.setSendingLimit('forms.test', { mailbox: 2, domain: 2 });
  const counted = [
    '<ann+N@forms.test>',
    'ann+N@forms.test',
    '<"an n+N"@forms.test>',
    '<ann+N@FORMS.test.>',
    '<a%b!N@forms.test>',
  ];
  counted.push('<a..N@forms.test>', '<.aN@forms.test>', '<aN.@forms.test>', '<a/bN@forms.test>');
  for (const form of counted) expect(await sendsTo(ann.address, form), form).toMatch(COUNTED);
  const refused = ['<annN(x)@forms.test>', '<Ann <annN@forms.test>>', '<@a.test,@b.test:annN@forms.test>'];
  refused.push(
    '<@:annN@forms.test>',
    '<a@annN@forms.test>',
    '<annN@@forms.test>',
    '<a:bN@forms.test>',
    '<a\\bN@forms.test>',
  );
  refused.push(
    '<\u00fcN@forms.test>',
    '<"a".bN@forms.test>',
    '<"a\\"N"@forms.test>',
    ' \t<@a.test,@b.test:annN@forms.test>',
  );
  for (const form of refused) expect(await sendsTo(ann.address, form), form).toMatch(REFUSED);
});
