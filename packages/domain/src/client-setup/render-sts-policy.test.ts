import { expect, test } from 'vitest';
import { parseMtaSts } from '../mail-policies/index.ts';
import { renderStsPolicy, stsRecordText } from './render-sts-policy.ts';

const OURS = ['mx1.postern.test', 'mx2.postern.test'];

test('the policy names our mail servers, in the lines of RFC 8461', () => {
  expect(renderStsPolicy('enforce', ['10 MX1.postern.test'], OURS)).toBe(
    'version: STSv1\r\nmode: enforce\r\nmx: mx1.postern.test\r\nmx: mx2.postern.test\r\nmax_age: 604800\r\n',
  );
  expect(renderStsPolicy('testing', ['10 mx2.postern.test'], OURS)).toContain('mode: testing\r\n');
});

test.each([[[]], [['10 filter.example.com']], [['10 mx1.postern.test', '20 filter.example.com']], [['0 .']]])(
  'a domain whose mail goes elsewhere, too, has no policy: %j',
  (records) => {
    expect(renderStsPolicy('testing', records, OURS)).toBeNull();
  },
);

test('the id of a policy changes with its mode and its servers, and with nothing else', () => {
  const texts = [
    stsRecordText('testing', OURS),
    stsRecordText('enforce', OURS),
    stsRecordText('enforce', [...OURS, 'mx3.postern.test']),
  ];
  for (const text of texts) expect(parseMtaSts(text).ok, text).toBe(true);
  expect(new Set(texts).size).toBe(3);
  expect(stsRecordText('enforce', [...OURS])).toBe(texts[1]);
});
