import { expect, test } from 'vitest';
import { parseEnvironmentFile } from './environment-file.ts';

test.each([
  ['a value', 'A=one', { A: 'one' }],
  ['spaces around it', '  A=  one two  \r\nB=2', { A: 'one two', B: '2' }],
  ['a # inside, as in a secret', 'A=one#two # three', { A: 'one#two # three' }],
  ['comments and other lines', '# A=1\n; B=2\n\nnothing\nC=3', { C: '3' }],
  ['quotes', `A="one # two"\nB='three'\nC="it's"`, { A: 'one # two', B: 'three', C: "it's" }],
  ['a backslash', String.raw`A="say \"yes\" \d"` + '\nB=a\\\\b', { A: 'say "yes" \\d', B: 'a\\b' }],
  ['a value over two lines', 'A=one\\\ntwo\nB=3', { A: 'onetwo', B: '3' }],
  ['an empty value, and the last of two', 'A=\nB=1\nB=2', { A: '', B: '2' }],
  ['an = inside', 'DATABASE_URL=postgresql://u:p@h/d?a=b', { DATABASE_URL: 'postgresql://u:p@h/d?a=b' }],
])('a file of settings is read as systemd reads it: %s', (_what, text, values) => {
  expect(parseEnvironmentFile(text)).toEqual(values);
});
