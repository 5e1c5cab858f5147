import { decodePunycode } from './decode-punycode.ts';

/** A name in any script is at most this long; a bound for the converter, which is not ours. */
const NAME_MAXIMUM_CHARACTERS = 1000;

/**
 * A name in ASCII and lower case (`bücher` → `xn--bcher-kva`), or null where it cannot be written so. The tables of UTS 46 come with every
 * platform inside `URL`. Says nothing of lengths and of signs that are ASCII already.
 */
export function toAsciiName(text: string): string | null {
  if (text.length > NAME_MAXIMUM_CHARACTERS) return null;
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  if (/[\s/?#@:%\\[\]<>^|"'{}`]/.test(text)) return null;
  try {
    // The label behind it keeps names that end in digits from being read as an IPv4 address.
    const { hostname } = new URL(`http://${text}.a`);
    return hostname.endsWith('.a') ? hostname.slice(0, -2) : null;
  } catch {
    return null;
  }
}

/** A name for people to read: labels in `xn--…` in their own script, where that leads back to the same label. */
export function toUnicodeName(name: string): string {
  return name.split('.').map(toUnicodeLabel).join('.');
}

function toUnicodeLabel(label: string): string {
  if (!label.startsWith('xn--') || label.length > 63) return label;
  const decoded = decodePunycode(label.slice(4));
  return decoded !== null && toAsciiName(decoded) === label ? decoded : label;
}
