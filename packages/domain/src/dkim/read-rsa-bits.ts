/** rsaEncryption, 1.2.840.113549.1.1.1, with its length. RFC 8017 §A.1. */
const RSA_OID = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];
const SEQUENCE = 0x30;
const BIT_STRING = 0x03;
const INTEGER = 0x02;

type Value = { content: Uint8Array; rest: Uint8Array };

/** The length in bits of the modulus of an RSA key in DER (SubjectPublicKeyInfo, RFC 5280 §4.1.2.7), or null for anything else. */
export function readRsaBits(der: Uint8Array): number | null {
  const info = readValue(der, SEQUENCE);
  const algorithm = info && info.rest.length === 0 ? readValue(info.content, SEQUENCE) : null;
  if (!algorithm || !RSA_OID.every((byte, place) => algorithm.content[place] === byte)) return null;
  const key = readValue(algorithm.rest, BIT_STRING);
  // The first byte counts the unused bits at the end: none, as the content is bytes.
  if (!key || key.rest.length > 0 || key.content[0] !== 0) return null;
  const numbers = readValue(key.content.subarray(1), SEQUENCE);
  const modulus = numbers && readValue(numbers.content, INTEGER);
  const exponent = modulus && readValue(modulus.rest, INTEGER);
  return modulus && exponent && exponent.rest.length === 0 ? countBits(modulus.content) : null;
}

function readValue(bytes: Uint8Array, tag: number): Value | null {
  const [first, short = 0] = bytes;
  if (first !== tag) return null;
  const lengthBytes = short < 0x80 ? 0 : short - 0x80;
  if (lengthBytes > 2 || (short >= 0x80 && lengthBytes === 0)) return null;
  const length =
    lengthBytes === 0 ? short : bytes.subarray(2, 2 + lengthBytes).reduce((sum, byte) => sum * 256 + byte, 0);
  const start = 2 + lengthBytes;
  if (bytes.length < start + length) return null;
  return { content: bytes.subarray(start, start + length), rest: bytes.subarray(start + length) };
}

function countBits(number: Uint8Array): number {
  const start = number.findIndex((byte) => byte !== 0);
  const [top = 0] = number.subarray(Math.max(0, start));
  return start < 0 ? 0 : (number.length - start) * 8 - Math.clz32(top) + 24;
}
