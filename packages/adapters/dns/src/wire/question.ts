import type { Packet } from 'dns-packet';
import { encodeMessage } from './dns-message.ts';

const HEADER_BYTES = 12;
/** Type and class. */
const TAIL_BYTES = 4;
// RFC 1035 §2.3.4
const LABEL_MAXIMUM = 63;
const NAME_MAXIMUM = 255;

/**
 * `name` has dots only between labels. Any other byte that a plain name can't have is escaped as in a zone file (RFC 1035 §5.1), and `@`,
 * which would be taken for the zone itself.
 */
export type RawQuestion = { bytes: Buffer; name: string };

/**
 * The question of a query, as it came. A client takes an answer only with its very own question, and its name may have any bytes (RFC 2181
 * §11), which the library doesn't keep. Null if the message has none, or several.
 */
export function readQuestion(message: Buffer): RawQuestion | null | 'malformed' {
  if (message.length < HEADER_BYTES) return 'malformed';
  if (message.readUInt16BE(4) !== 1) return null;
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at]; length !== 0; length = message[at]) {
    // Also a pointer, which could only lead to where no name is.
    if (length === undefined || length > LABEL_MAXIMUM) return 'malformed';
    labels.push(escapedLabel(message.subarray(at + 1, at + 1 + length)));
    at += 1 + length;
  }
  const end = at + 1 + TAIL_BYTES;
  if (end > message.length || at + 1 - HEADER_BYTES > NAME_MAXIMUM) return 'malformed';
  return { bytes: message.subarray(HEADER_BYTES, end), name: labels.join('.') || '.' };
}

/** An answer for the wire, with the question as it came. */
export function encodeReply(reply: Packet, question: Buffer | null): Buffer {
  const message = encodeMessage({ ...reply, questions: [] });
  if (question === null) return message;
  message.writeUInt16BE(1, 4);
  return Buffer.concat([message.subarray(0, HEADER_BYTES), question, message.subarray(HEADER_BYTES)]);
}

const escapedLabel = (label: Buffer): string =>
  label
    .toString('latin1')
    .replace(/[^\x21-\x7e]|[.@\\]/g, (character) => `\\${String(character.charCodeAt(0)).padStart(3, '0')}`);
