import { RECORD_TYPES } from '@postern/domain/dns';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readReply } from '../resolver/read-reply.ts';
import { decodeMessage, encodeMessage, encodeQuery, isReplyTo, toValue } from './dns-message.ts';

const label = fc.stringMatching(/^[a-z0-9_-]{1,63}$/);
const name = fc
  .array(label, { maxLength: 5 })
  .map((labels) => labels.join('.'))
  .filter((text) => text.length <= 253);
const type = fc.constantFrom(...RECORD_TYPES);

test('a query is encoded as the library would do it, and an invalid name gives null [VER-01]', () => {
  fc.assert(
    fc.property(fc.nat(0xffff), name, type, fc.boolean(), (id, asked, kind, isRecursive) => {
      const bytes = encodeQuery(id, { name: asked, type: kind, isRecursive });
      const opt = { type: 'OPT', name: '.', udpPayloadSize: 1232, extendedRcode: 0, ednsVersion: 0 } as const;
      const flags = isRecursive ? 0x0100 : 0;
      const questions = [{ type: kind, name: asked || '.' }];
      const additionals = [{ ...opt, flags: 0, flag_do: false, options: [] }];
      expect(bytes).toEqual(encodeMessage({ type: 'query', id, flags, questions, additionals }));
    }),
  );
  for (const none of ['a..b', '.a', `${'a'.repeat(64)}.test`, 'a.'.repeat(127)])
    expect(encodeQuery(1, { name: none, type: 'A', isRecursive: true })).toBeNull();
});

test('no reply makes the decoder throw, whatever a server sends [VER-06]', () => {
  const answers = [
    { type: 'CNAME', name: 'www.good.test', ttl: 60, data: 'good.test' } as const,
    { type: 'TXT', name: 'good.test', ttl: 60, data: 'v=spf1 -all' } as const,
  ];
  const real = encodeMessage({ type: 'response', id: 7, questions: [{ type: 'TXT', name: 'www.good.test' }], answers });
  const bent = fc
    .array(fc.tuple(fc.nat(real.length - 1), fc.nat(255)), { maxLength: 6 })
    .map((changes) => changes.reduce((bytes, [at, value]) => bytes.fill(value, at, at + 1), Buffer.from(real)));
  const any = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes));
  fc.assert(
    fc.property(fc.oneof(bent, any), type, (bytes, kind) => {
      const message = decodeMessage(bytes);
      if (!message) return;
      isReplyTo(message, 7, { name: 'www.good.test', type: kind, isRecursive: true });
      readReply(message, 'www.good.test', kind);
    }),
  );
});

test('a message that claims more records than anyone would really send is rejected at once [VER-06]', () => {
  const bytes = Buffer.alloc(65_535);
  bytes.writeUInt16BE(0x8000, 2);
  bytes.writeUInt16BE(501, 6);
  expect(decodeMessage(bytes)).toBeNull();
  bytes.writeUInt16BE(500, 6);
  expect(decodeMessage(bytes)?.answers).toHaveLength(500);
});

test('the strings of a text are joined, though a character begins in one and ends in the next [VER-01]', () => {
  const [first, second] = [Buffer.from('bäck'), Buffer.from('erei')];
  const data = [first.subarray(0, 2), Buffer.concat([first.subarray(2), second])];
  const message = encodeMessage({ type: 'response', answers: [{ type: 'TXT', name: 'good.test', ttl: 60, data }] });
  expect(decodeMessage(message)?.answers?.map(toValue)).toEqual(['bäckerei']);
});

test('a record that says that there is no server is written with the root [VER-01] [VER-02]', () => {
  const of = { name: 'mute.test', ttl: 60 };
  const message = encodeMessage({
    type: 'response',
    answers: [
      { ...of, type: 'MX', data: { preference: 0, exchange: '.' } },
      { ...of, type: 'SRV', data: { priority: 0, weight: 0, port: 0, target: '.' } },
    ],
  });
  expect(decodeMessage(message)?.answers?.map(toValue)).toEqual(['0 .', '0 0 0 .']);
});

test('control characters that a server sends are escaped as in a zone file, so that the value can be stored [VER-06]', () => {
  const of = { name: 'evil.test', ttl: 60 };
  const message = encodeMessage({
    type: 'response',
    answers: [
      { ...of, type: 'TXT', data: ['v=spf1 \0', '\r\n\u007f ü'] },
      { ...of, type: 'MX', data: { preference: 1, exchange: 'm\0x.evil.test' } },
      { ...of, type: 'NS', data: 'n\0s.evil.test' },
      { ...of, type: 'CAA', data: { flags: 0, tag: 'issue', value: '\0' } },
    ],
  });
  expect(decodeMessage(message)?.answers?.map(toValue)).toEqual([
    'v=spf1 \\000\\013\\010\\127 ü',
    '1 m\\000x.evil.test',
    'n\\000s.evil.test',
    '0 issue "\\000"',
  ]);
});
