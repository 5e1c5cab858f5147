/** Tags of a record in their order. */
export type Tags = Map<string, string>;

/**
 * Longer records aren't read, so that reading tags takes a bounded time.
 * @internal
 */
export const TAG_LIST_MAXIMUM_CHARACTERS = 4096;

/** Without the white space of the grammars around it: spaces, tabs and line breaks, and no other character that looks like one. */
const trimmed = (text: string): string => text.replace(/^[ \t\r\n]+/, '').replace(/(?<![ \t\r\n])[ \t\r\n]+$/, '');

/** A tag-list of RFC 6376 §3.2: `name=value` between semicolons, each name once, spaces around both allowed. Null if it isn't one. */
export function parseTagList(text: string): Tags | null {
  if (text.length > TAG_LIST_MAXIMUM_CHARACTERS) return null;
  const tags: Tags = new Map();
  const words = text.split(';');
  // There may be a semicolon at the end.
  if (words.length > 1 && trimmed(words.at(-1) ?? '') === '') words.pop();
  for (const word of words) {
    const equals = word.indexOf('=');
    const name = trimmed(word.slice(0, Math.max(0, equals)));
    const value = trimmed(word.slice(equals + 1));
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name) || !/^[\t\x20-\x3a\x3c-\x7e]*$/.test(value) || tags.has(name))
      return null;
    tags.set(name, value);
  }
  return tags;
}

/**
 * The fields after the version of MTA-STS (RFC 8461 §3.1) and TLS-RPT (RFC 8460 §3), which look like tags but are stricter: no space around
 * `=`, and no empty value. `lists` names those whose values may contain spaces and `=`. Null if there is something else.
 */
export function parseFieldList(text: string, lists: readonly string[] = []): Tags | null {
  if (text.length > TAG_LIST_MAXIMUM_CHARACTERS) return null;
  const tags: Tags = new Map();
  const words = text.split(';').map(trimmed);
  if (words.length > 1 && words.at(-1) === '') words.pop();
  for (const word of words) {
    const [, name, value = ''] = /^([a-z0-9][a-z0-9_.-]{0,31})=(.+)$/i.exec(word) ?? [];
    const isGood = name !== undefined && lists.includes(name) ? /^[!-~](?:[\t -~]*)$/ : /^[!-<>-~]+$/;
    if (name === undefined || !isGood.test(value) || tags.has(name)) return null;
    tags.set(name, value);
  }
  return tags;
}

/** Whether the first tag is the version asked for, by which a receiver knows the kind of record. */
export function startsWithVersion(tags: Tags, version: string): boolean {
  const [name, value] = tags.entries().next().value ?? [];
  return name === 'v' && value === version;
}
