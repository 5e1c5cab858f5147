type HeaderField = { name: string; value: string };

/**
 * The fields of a message's header, unfolded, their names in lower case. A lone CR or LF also ends a line and an empty line ends nothing,
 * as a mail program may show a field that only such a reading finds.
 */
export function fieldsOf(header: string): HeaderField[] {
  const fields: HeaderField[] = [];
  for (const line of header.replaceAll('\0', '').split(/\r\n|\r|\n/)) {
    const last = fields.at(-1);
    if (/^[ \t]/.test(line) && last) last.value += line;
    else {
      const [, name, value] = /^([!-9;-~]+)[ \t]*:(.*)$/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) fields.push({ name: name.toLowerCase(), value });
    }
  }
  return fields;
}

/**
 * Every address in an address list (RFC 5322 §3.4), without display names, comments and group names. It errs towards finding too many:
 * an unquoted address in front of another one counts too. Null if a quote, a comment or an angle bracket isn't closed.
 */
export function addressesInHeader(value: string): string[] | null {
  const found: string[] = [];
  let bare = '';
  let at = 0;
  while (at < value.length) {
    const end = endOfPart(value, at);
    if (end === -1) return null;
    const part = value.slice(at, end);
    if (part.startsWith('<')) found.push(withoutRoute(part.slice(1, -1)));
    // A quoted local part belongs to its address; a quoted name and a comment only separate words.
    else if (part.startsWith('"')) bare += value[end] === '@' ? part : ' ';
    else bare += part.startsWith('(') || /[,;:]/.test(part) ? ' ' : part;
    at = end;
  }
  return [...found, ...bare.split(/\s+/).filter((word) => /.@/.test(word))];
}

/** The end of the quoted string, comment, angle bracket or character that begins here; -1 if it isn't closed. */
function endOfPart(value: string, start: number): number {
  const first = value[start];
  if (first === '"') return endOfQuote(value, start);
  if (first === '<') {
    const close = value.indexOf('>', start);
    return close === -1 ? -1 : close + 1;
  }
  if (first === '(') return endOfComment(value, start);
  return start + 1;
}

function endOfQuote(value: string, start: number): number {
  for (let at = start + 1; at < value.length; at += 1) {
    if (value[at] === '\\') at += 1;
    else if (value[at] === '"') return at + 1;
  }
  return -1;
}

function endOfComment(value: string, start: number): number {
  let depth = 0;
  for (let at = start; at < value.length; at += 1) {
    if (value[at] === '\\') at += 1;
    else if (value[at] === '(') depth += 1;
    else if (value[at] === ')') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** Without the route that an address may carry: `@relay.test:ann@own.test`. RFC 5322 §4.4. */
const withoutRoute = (address: string): string => address.slice(address.lastIndexOf(':') + 1).trim();
