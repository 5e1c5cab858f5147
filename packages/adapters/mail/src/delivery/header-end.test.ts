import { expect, test } from 'vitest';
import { withHeaderEnd } from './header-end.ts';

/** What comes out, if the text goes in in pieces of this length. */
async function pass(text: string, length: number): Promise<string> {
  async function* pieces() {
    for (let at = 0; at < text.length; at += length) yield Buffer.from(text.slice(at, at + length), 'latin1');
  }
  let whole = '';
  for await (const piece of withHeaderEnd(pieces())) whole += piece.toString('latin1');
  return whole;
}

test.each([
  ['a header', 'Subject: x\r\n\r\ntext\r\n', ''],
  ['a space before the colon', 'Subject : x\r\n\r\ntext\r\n', ''],
  ['a line of an mbox', 'From a@b Thu Jan 1\r\nSubject: x\r\n\r\ntext\r\n', ''],
  ['an empty header', '\r\ntext\r\n', ''],
  ['nothing', '', ''],
  ['no header', 'just: no, it is\r\n', ''],
  ['a text', 'just text: with a colon\r\n', '\r\n'],
  ['one word', 'hello\r\n', '\r\n'],
  ['one word without a line end', 'hello', '\r\n'],
  ['letters beyond ASCII', 'gr\xfc\xdfe: x\r\n', '\r\n'],
  ['a long word', `${'x'.repeat(2000)}: x\r\n`, '\r\n'],
])(
  'a message that begins with %s has the empty line that it needs, in pieces of any length',
  async (_shown, text, added) => {
    for (const length of [1, 3, 4000]) expect(await pass(text, length)).toBe(added + text);
  },
);
