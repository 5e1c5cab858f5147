import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrno } from './errno.ts';

/** A Maildir has letters for this many keywords. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const KEYWORD = /^[!#$&'+,\-./0-9:;<=>?@A-Z^_`a-z|}~]{1,60}$/;

/**
 * The letters that stand for keywords in a folder's file names, new ones added. Dovecot keeps them in `dovecot-keywords`. A folder has 26
 * letters; further keywords are left out.
 */
export async function keywordLetters(
  directory: string,
  messages: readonly { flags: readonly string[] }[],
): Promise<Map<string, string>> {
  const wanted = new Set(messages.flatMap(({ flags }) => flags.filter((flag) => KEYWORD.test(flag))));
  if (wanted.size === 0) return new Map();
  const file = join(directory, 'dovecot-keywords');
  const names = await readFile(file, 'utf8').then(
    (text) => text.split('\n').flatMap((line) => /^\d+ (.+)$/.exec(line)?.[1] ?? []),
    (error: unknown): string[] => {
      if (isErrno(error, 'ENOENT')) return [];
      throw error;
    },
  );
  const all = [...names, ...[...wanted].filter((name) => !names.includes(name))].slice(0, LETTERS.length);
  if (all.length > names.length)
    await writeFile(file, all.map((name, at) => `${at} ${name}\n`).join(''), { mode: 0o600, flush: true });
  return new Map(all.map((name, at) => [name, LETTERS[at] ?? '']));
}
