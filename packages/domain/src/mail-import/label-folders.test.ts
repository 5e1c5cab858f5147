import fc from 'fast-check';
import { expect, test } from 'vitest';
import { belongsHere, labelKeywords, type LabelFolder } from './label-folders.ts';

const folder = (path: string, specialUse: string | null = null): LabelFolder => ({ path, specialUse });
const ALL = folder('[Gmail]/Alle Nachrichten', '\\All');
const SENT = folder('[Gmail]/Gesendet', '\\Sent');
const FOLDERS = [
  ...[folder('INBOX'), folder('Größe'), folder('Work'), folder('Work/2024'), ALL, SENT],
  ...[
    folder('[Gmail]/Entwürfe', '\\Drafts'),
    folder('[Gmail]/Markiert', '\\Flagged'),
    folder('[Gmail]/Wichtig', '\\Important'),
  ],
];
/** Labels as Gmail lists them in a folder: without the folder's own label. */
const LABEL_OF: Record<string, string> = { INBOX: '\\Inbox', [SENT.path]: '\\Sent', '[Gmail]/Entwürfe': '\\Draft' };
const labelOf = ({ path }: LabelFolder) => LABEL_OF[path] ?? path;
const homesOf = (among: readonly LabelFolder[], marks: readonly string[] = []) =>
  [...among, ALL]
    .filter((here) => {
      const others = among.filter(({ path }) => path !== here.path).map(labelOf);
      return belongsHere(here, [...others, ...marks], FOLDERS);
    })
    .map(({ path }) => path);
const find = (...paths: string[]) => FOLDERS.filter(({ path }) => paths.includes(path));

test('a message belongs to a custom label first, then to sent mail, then to the inbox, else to all mail [IMP-02]', () => {
  expect(homesOf(find('INBOX', 'Work', SENT.path))).toEqual(['Work']);
  expect(homesOf(find('INBOX', SENT.path))).toEqual([SENT.path]);
  expect(homesOf(find('INBOX'), ['\\Important', '\\Starred'])).toEqual(['INBOX']);
  expect(homesOf([], ['\\Starred'])).toEqual([ALL.path]);
  expect(homesOf(find('Größe', 'Work', 'Work/2024'))).toEqual(['Größe']);
});

test('a message with any labels belongs to exactly one folder [IMP-02]', () => {
  const labelled = FOLDERS.filter(
    ({ specialUse }) => !['\\All', '\\Flagged', '\\Important'].includes(specialUse ?? ''),
  );
  fc.assert(
    fc.property(
      fc.subarray(labelled),
      fc.subarray(['\\Important', '\\Starred', 'a label without a folder']),
      (among, marks) => {
        expect(homesOf(among, marks)).toHaveLength(1);
      },
    ),
  );
});

test('the other custom labels become keywords that IMAP can store [IMP-02]', () => {
  const labels = ['\\Inbox', '\\Important', 'Work', 'Größe & Maße', 'a (b) "c"', '日本', 'Work/2024'];
  expect(labelKeywords(folder('Work'), labels)).toEqual(['Gro_e_Ma_e', 'a_b_c', 'Work/2024']);
});
