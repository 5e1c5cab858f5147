import type { ImapFlow } from 'imapflow';
import { expect, test } from 'vitest';
import { DirectRows } from './direct-rows.ts';
import type { Row } from './parse-row.ts';

const MESSAGE_MAXIMUM = 1_000;
const MAIL = 'Subject: {9}\r\n\r\n* 9 FETCH (UID 9 FLAGS ())\r\na1 OK\r\n';

const LINES = 'lines\r\n* 9 FETCH (UID 13 FLAGS ())\r\n';

/** What a server sends, and whether imapflow should get it. */
const SENT: readonly (readonly [sent: string, passes: boolean])[] = [
  ['* 3 EXISTS\r\n', true],
  ['* 1 FETCH (UID 4 RFC822.SIZE 1234 MODSEQ (7))\r\n', false],
  [
    `* 2 FETCH (UID 5 FLAGS (\\Seen $Forwarded) INTERNALDATE "06-May-2018 07:08:09 +0000" BODY[] {${MAIL.length}}\r\n${MAIL})\r\n`,
    false,
  ],
  // Items after the message.
  [`* 3 FETCH (BODY[] {3}\r\na\nb FLAGS () UID 6)\r\n`, false],
  ['* 4 FETCH (UID 7 BODY[] {0}\r\n)\r\n', false],
  // Everything that is unusual.
  ['* 5 FETCH (UID 8 BODY[] "quoted")\r\n', true],
  ['* 6 FETCH (UID 9 X-GM-LABELS ({4}\r\nWork "a b") BODY[] {2}\r\nhi)\r\n', true],
  ['* 7 FETCH (UID 10 BODY[] {5}\r\nhello X-UNKNOWN 1)\r\n', true],
  ['* 8 FETCH (UID 11 BODY[] {2}\r\nhi X {3}\r\nabc)\r\n', true],
  ['* 9 FETCH (UID 0 RFC822.SIZE 1)\r\n', true],
  ['* 9 FETCH (FLAGS (\\Seen))\r\n', true],
  [`* 9 FETCH (UID 12 BODY[] {${MESSAGE_MAXIMUM + 1}}\r\n${'x'.repeat(MESSAGE_MAXIMUM + 1)})\r\n`, true],
  [`* OK a text that announces {${LINES.length}}\r\n${LINES}.\r\n`, true],
  ['* OK a text that goes on after {2}\r\nhi* 9 FETCH (UID 13 FLAGS ())\r\n', true],
  ['* 10 FETCH (UID 14 FLAGS ())\n', false],
  ['a1 OK done\r\n', true],
];

const START = '* OK hello\r\n* 1 FETCH (UID 1 FLAGS ())\r\n* 2 FET';

/** As a connection receives it. Short buffers share their memory with others. */
const inOwnMemory = (part: string): Buffer => Buffer.from(new Uint8Array(Buffer.from(part, 'latin1')).buffer);

/** Sends bytes in parts of a length, and takes rows from the middle of the line that `START` ends with. */
function receive(text: string, length: number) {
  let received = '';
  const streamer = {
    _transform: (chunk: Buffer, _: unknown, next: () => void) => {
      received += chunk.toString('latin1');
      next();
    },
  };
  const direct = DirectRows.of({ streamer } as unknown as ImapFlow, MESSAGE_MAXIMUM);
  const rows: Row[] = [];
  const send = (part: string) => streamer._transform(inOwnMemory(part), 'buffer', () => {});
  send(START);
  direct?.open();
  for (let at = 0; at < text.length; at += length) {
    send(text.slice(at, at + length));
    for (let row = direct?.take(); row !== undefined; row = direct?.take()) rows.push(row);
  }
  return { rows: rows.map((row) => ({ ...row, source: row.source?.toString('latin1') })), received };
}

test('of a fetch, messages of the usual shape are taken whole and all else reaches imapflow unchanged, however the bytes are split [IMP-02]', () => {
  const rest = 'CH (UID 2 FLAGS ())\r\n';
  const text = rest + SENT.map(([sent]) => sent).join('');
  const passed = START + rest + SENT.flatMap(([sent, passes]) => (passes ? sent : [])).join('');
  for (let length = 1; length <= text.length; length += length < 200 ? 1 : 97) {
    const { rows, received } = receive(text, length);
    expect(received).toBe(passed);
    expect(rows).toEqual([
      { uid: 4, size: 1234, source: undefined },
      {
        ...{ uid: 5, flags: ['\\Seen', '$Forwarded'], internalDate: new Date('2018-05-06T07:08:09Z') },
        source: MAIL,
      },
      { uid: 6, flags: [], source: 'a\nb' },
      { uid: 7, source: '' },
      { uid: 14, flags: [], source: undefined },
    ]);
  }
});

test('no more is read of a fetch before its rows are taken, and none is taken that nobody waits for [IMP-02]', () => {
  let received = '';
  const streamer = {
    _transform: (chunk: Buffer, _: unknown, next: () => void) => {
      received += chunk.toString('latin1');
      next();
    },
  };
  const direct = DirectRows.of({ streamer } as unknown as ImapFlow, MESSAGE_MAXIMUM);
  const row = '* 1 FETCH (UID 1 FLAGS ())\r\n';
  let asked = 0;
  const send = () => streamer._transform(Buffer.from(row), 'buffer', () => (asked += 1));
  direct?.open();
  send();
  expect(asked).toBe(0);
  expect(direct?.take()).toMatchObject({ uid: 1 });
  expect(direct?.take()).toBeUndefined();
  expect(asked).toBe(1);
  send();
  direct?.close();
  expect(asked).toBe(2);
  send();
  expect(asked).toBe(3);
  expect(received).toBe(row);
});

test.each([
  ['whole rows', {}, '* 1 FETCH (UID 1 FLAGS ())\r\n* 2 FETCH (UID 2 BODY[] {9}\r\nabc', true],
  ['the beginning of a line', {}, '* 1 FETCH (UID 1 FLAGS ())\r\n* 2 FET', false],
  ['what imapflow gets', {}, '* 1 FETCH (UID 1 FLAGS ())\r\n* 3 EXISTS\r\n', false],
  ['a compressed connection', { compress: true }, '* 1 FETCH (UID 1 FLAGS ())\r\n', false],
])('memory of what was received is given back at once when it was read: %s [IMP-02]', (_, kind, sent, isFreed) => {
  const passed: Buffer[] = [];
  const streamer = {
    ...kind,
    _transform: (chunk: Buffer, _encoding: unknown, _next: () => void) => void passed.push(chunk),
  };
  const direct = DirectRows.of({ streamer } as unknown as ImapFlow, MESSAGE_MAXIMUM);
  direct?.open();
  const part = inOwnMemory(sent);
  streamer._transform(part, 'buffer', () => {});
  expect(part.length).toBe(isFreed ? 0 : sent.length);
  expect(direct?.take()).toMatchObject({ uid: 1, flags: [] });
});

test('the first line of an answer reaches imapflow, though what follows is unusual and its memory was given back [IMP-02]', () => {
  let received = '';
  const streamer = {
    _transform: (chunk: Buffer, _: unknown, next: () => void) => {
      received += chunk.toString('latin1');
      next();
    },
  };
  DirectRows.of({ streamer } as unknown as ImapFlow, MESSAGE_MAXIMUM)?.open();
  const parts = ['* 7 FETCH (UID 10 BODY[] {5}\r\nhel', 'lo X-UNKNOWN 1)\r\n'];
  for (const part of parts) streamer._transform(inOwnMemory(part), 'buffer', () => {});
  expect(received).toBe(parts.join(''));
});
