/** The parts of a message that this package wrote. */
export interface ParsedMessage {
  from: string;
  to: string;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  attachments: { name: string; type: string; content: Buffer }[];
}

/**
 * Reads the messages that `composeMessage` makes: multipart/alternative with quoted-printable parts in UTF-8, inside multipart/mixed where
 * files come with it, base64 words in headers. It can't parse other mail; unknown parts become empty. `raw` is the file's bytes as
 * latin1.
 */
export function parseOwnMessage(raw: string): ParsedMessage {
  const whole = splitEntity(raw);
  const { headers } = whole;
  const [first, ...files] = partsOf(whole, 'mixed');
  const parts = partsOf(first ?? whole, 'alternative');
  const content = (type: string) => {
    const part = parts.find((one) => one.headers.get('content-type')?.toLowerCase().startsWith(type));
    return part ? decodeQuotedPrintable(part.body) : '';
  };
  return {
    from: decodeWords(headers.get('from') ?? ''),
    to: decodeWords(headers.get('to') ?? ''),
    replyTo: headers.has('reply-to') ? decodeWords(headers.get('reply-to') ?? '') : null,
    subject: decodeWords(headers.get('subject') ?? ''),
    text: content('text/plain'),
    html: content('text/html'),
    attachments: files.map(attachmentOf),
  };
}

type Entity = { headers: Map<string, string>; body: string };

const partsOf = ({ headers, body }: Entity, kind: 'mixed' | 'alternative'): Entity[] =>
  splitParts(body, boundaryOf(headers, kind)).map(splitEntity);

const attachmentOf = ({ headers, body }: Entity): ParsedMessage['attachments'][number] => ({
  name: /filename="?([^";]+)/i.exec(headers.get('content-disposition') ?? '')?.[1] ?? '',
  type: headers.get('content-type')?.split(';')[0] ?? '',
  content: Buffer.from(body, 'base64'),
});

function splitEntity(raw: string): Entity {
  const end = raw.indexOf('\r\n\r\n');
  const head = end < 0 ? raw : raw.slice(0, end);
  const headers = new Map<string, string>();
  for (const line of head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    if (name !== '' && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return { headers, body: end < 0 ? '' : raw.slice(end + 4) };
}

function boundaryOf(headers: Map<string, string>, kind: 'mixed' | 'alternative'): string | null {
  const [, type, boundary] =
    /^multipart\/(\w+);.*boundary="([^"]{1,70})"/i.exec(headers.get('content-type') ?? '') ?? [];
  return type?.toLowerCase() === kind ? (boundary ?? null) : null;
}

function splitParts(body: string, boundary: string | null): string[] {
  if (boundary === null) return [];
  // The line break before a boundary belongs to the boundary (RFC 2046 §5.1.1).
  return `\r\n${body}`
    .split(`\r\n--${boundary}`)
    .slice(1)
    .filter((part) => part.startsWith('\r\n'))
    .map((part) => part.slice(2));
}

function decodeQuotedPrintable(body: string): string {
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}

/** RFC 2047: spaces between two encoded words only fold the line. */
function decodeWords(value: string): string {
  return value
    .replaceAll(/(=\?utf-8\?b\?[^?]*\?=)\s+(?==\?utf-8\?b\?)/gi, '$1')
    .replaceAll(/=\?utf-8\?b\?([A-Za-z0-9+/=]*)\?=/gi, (_all, base64: string) =>
      Buffer.from(base64, 'base64').toString('utf8'),
    );
}
