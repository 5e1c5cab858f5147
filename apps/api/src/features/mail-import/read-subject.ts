const HEADER_BYTES = 65_536;
const SUBJECT_CHARACTERS = 300;
const ENCODED_WORD = /=\?([\w-]+)(?:\*[\w-]+)?\?([bq])\?([^?]*)\?=/gi;

/** The subject of a message for the report, decoded (RFC 2047); null if it has none. Broken encodings are shown as they are. */
export function readSubject(raw: Uint8Array): string | null {
  const text = Buffer.from(raw.subarray(0, HEADER_BYTES)).toString('latin1');
  const [header = ''] = text.split(/\r?\n\r?\n/, 1);
  const found = /^subject:((?:.*)(?:\r?\n[ \t].*)*)/im.exec(header)?.[1];
  if (found === undefined) return null;
  const unfolded = found.replace(/\r?\n[ \t]/g, ' ').replace(/(\?=)\s+(?==\?)/g, '$1');
  const decoded = ENCODED_WORD.test(unfolded)
    ? unfolded.replace(
        ENCODED_WORD,
        (word, charset: string, way: string, body: string) => decode(charset, way, body) ?? word,
      )
    : Buffer.from(unfolded, 'latin1').toString('utf8');
  const subject = decoded
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, SUBJECT_CHARACTERS)
    .toWellFormed();
  return subject === '' ? null : subject;
}

function decode(charset: string, way: string, body: string): string | null {
  const quoted = () =>
    body
      .replaceAll('_', ' ')
      .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const bytes = way.toLowerCase() === 'b' ? Buffer.from(body, 'base64') : Buffer.from(quoted(), 'latin1');
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return null;
  }
}
