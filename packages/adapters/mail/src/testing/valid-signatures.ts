import { createHash, createVerify, type KeyObject } from 'node:crypto';

type Header = { name: string; raw: string };

/** The selectors of a message's valid signatures (RFC 6376, relaxed/relaxed, rsa-sha256). Independent of the panel's own code. */
export function listValidSignatures(source: string, publicKeys: Record<string, KeyObject>): string[] {
  const end = source.indexOf('\r\n\r\n');
  const headers = readHeaders(source.slice(0, end));
  const bodyHash = createHash('sha256')
    .update(relaxBody(source.slice(end + 4)), 'latin1')
    .digest('base64');
  return headers
    .filter(({ name }) => name === 'dkim-signature')
    .filter((signature) => {
      const tags = readTags(signature.raw);
      const key = publicKeys[tags['s'] ?? ''];
      if (key === undefined || tags['bh'] !== bodyHash || tags['c'] !== 'relaxed/relaxed') return false;
      const signed = pickHeaders(headers, (tags['h'] ?? '').split(':')).map(relaxHeader);
      const own = relaxHeader({ ...signature, raw: signature.raw.replace(/(\bb=)[^;]*$|(\bb=)[^;]*(?=;)/, '$1$2') });
      const verifier = createVerify('sha256').update(`${signed.join('\r\n')}\r\n${own}`, 'latin1');
      return verifier.verify(key, tags['b'] ?? '', 'base64');
    })
    .map((signature) => readTags(signature.raw)['s'] ?? '')
    .sort();
}

function readHeaders(block: string): Header[] {
  const lines = block.replaceAll(/\r\n(?=[ \t])/g, '\u0000').split('\r\n');
  return lines.map((line) => ({
    name: line.slice(0, line.indexOf(':')).toLowerCase(),
    raw: line.replaceAll('\u0000', '\r\n'),
  }));
}

function readTags(raw: string): Record<string, string> {
  const value = raw.slice(raw.indexOf(':') + 1).replaceAll(/\s/g, '');
  return Object.fromEntries(
    value.split(';').map((tag) => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1)]),
  );
}

/** Fields are taken from the bottom up, one per name; a missing field is signed as absent. */
function pickHeaders(headers: Header[], names: string[]): Header[] {
  const left = [...headers].reverse();
  return names.flatMap((name) => {
    const place = left.findIndex((header) => header.name === name.toLowerCase());
    return place === -1 ? [] : left.splice(place, 1);
  });
}

function relaxHeader({ name, raw }: Header): string {
  const value = raw.slice(raw.indexOf(':') + 1).replaceAll('\r\n', '');
  return `${name}:${value.replaceAll(/[ \t]+/g, ' ').trim()}`;
}

function relaxBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''));
  const text = lines.join('\r\n').replace(/(\r\n)+$/, '');
  return text === '' ? '' : `${text}\r\n`;
}
