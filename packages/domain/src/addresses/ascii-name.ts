import { decodePunycode } from './decode-punycode.ts';
import { LABEL_MAXIMUM_CHARACTERS } from './limits.ts';

/** The longest name that is converted; the converter isn't ours, so its work is bounded. */
const NAME_MAXIMUM_CHARACTERS = 1000;

/**
 * A name in ASCII and lower case (`bücher` → `xn--bcher-kva`), or null if it has no ASCII form. Uses the tables of UTS 46 that every
 * platform has inside `URL`. Doesn't check lengths, nor characters that are ASCII already.
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

/** A label in `xn--…` in its own script, or null if that doesn't convert back to the same label: then it isn't a valid name. */
export function decodeLabel(label: string): string | null {
  if (label.length > LABEL_MAXIMUM_CHARACTERS) return null;
  const decoded = decodePunycode(label.slice(4));
  return decoded !== null && toAsciiName(decoded) === label ? decoded : null;
}

/** Longer texts are left alone: each name in one costs a call of the converter. */
const TEXT_MAXIMUM_CHARACTERS = 10_000;

/**
 * A text for people to read: names and addresses in it appear in their own script. A name that mixes scripts and could pass for another one
 * stays as it is, as in browsers. Don't use it for what people copy and paste elsewhere.
 */
export function showNames(text: string): string {
  const hasNames = text.length <= TEXT_MAXIMUM_CHARACTERS && text.includes('xn--');
  return hasNames ? text.replace(/[\w-]+/g, showLabel) : text;
}

function showLabel(label: string): string {
  const decoded = label.startsWith('xn--') ? decodeLabel(label) : null;
  return decoded === null || isDeceptive(decoded) ? label : decoded;
}

/** Chinese, Japanese and Korean mix with Latin letters, and don't look like them. */
const SCRIPTS = [
  /[\p{sc=Latin}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}]/u,
  /\p{sc=Cyrl}/u,
  /\p{sc=Grek}/u,
  /\p{sc=Armn}/u,
  /[^\P{L}\p{sc=Latin}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\p{sc=Cyrl}\p{sc=Grek}\p{sc=Armn}\p{sc=Zyyy}]/u,
];

/** Whether a label mixes scripts; a simpler test than that of UTS 39 §5.2. */
const isDeceptive = (label: string): boolean => SCRIPTS.filter((script) => script.test(label)).length > 1;
