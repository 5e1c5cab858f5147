/** Tags of a record in their order. DKIM, DMARC, MTA-STS and TLS-RPT share the form. */
export type Tags = Map<string, string>;

/** Longer records are not read: keeps every reader of tags bounded. */
export const TAG_LIST_MAXIMUM_CHARACTERS = 4096;

/** A tag-list of RFC 6376 §3.2: `name=value` between semicolons, each name once, spaces around both allowed. Null where it is none. */
export function parseTagList(text: string): Tags | null {
  if (text.length > TAG_LIST_MAXIMUM_CHARACTERS) return null;
  const tags: Tags = new Map();
  const words = text.split(';');
  // One semicolon may stand at the end.
  if (words.length > 1 && words.at(-1)?.trim() === '') words.pop();
  for (const word of words) {
    const equals = word.indexOf('=');
    const name = word.slice(0, Math.max(0, equals)).trim();
    const value = word.slice(equals + 1).trim();
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name) || !/^[\t\x20-\x3a\x3c-\x7e]*$/.test(value) || tags.has(name))
      return null;
    tags.set(name, value);
  }
  return tags;
}

/** Whether the first tag is the version asked for: by it a receiver knows the kind of a record. */
export function startsWithVersion(tags: Tags, version: string): boolean {
  const [name, value] = tags.entries().next().value ?? [];
  return name === 'v' && value === version;
}
