import { expect, test } from 'vitest';
import { renderStsPolicy } from './render-sts-policy.ts';

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
