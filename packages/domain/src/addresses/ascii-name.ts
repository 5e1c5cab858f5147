import { decodePunycode } from './decode-punycode.ts';
import { LABEL_MAXIMUM_CHARACTERS } from './limits.ts';

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

/** What a label in `xn--…` says in its own script, or null where nothing leads back to it: then no name can be written so. */
export function decodeLabel(label: string): string | null {
  if (label.length > LABEL_MAXIMUM_CHARACTERS) return null;
  const decoded = decodePunycode(label.slice(4));
  return decoded !== null && toAsciiName(decoded) === label ? decoded : null;
}

/** A longer text is none of ours: each name in it costs a question to the converter. */
const TEXT_MAXIMUM_CHARACTERS = 10_000;

/**
 * A text for people to read: every name and address in it with its labels in their own script. One whose letters of several scripts could
 * pass for another name stays as it is, as in browsers; what is to be pasted elsewhere must not go through here.
 */
export function showNames(text: string): string {
  const hasNames = text.length <= TEXT_MAXIMUM_CHARACTERS && text.includes('xn--');
  return hasNames ? text.replace(/[\w-]+/g, showLabel) : text;
}

function showLabel(label: string): string {
  const decoded = label.startsWith('xn--') ? decodeLabel(label) : null;
  return decoded === null || isDeceptive(decoded) ? label : decoded;
}

/** Chinese, Japanese and Korean are written with Latin letters among them, and don't look like these. */
const SCRIPTS = [
  /[\p{sc=Latin}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}]/u,
  /\p{sc=Cyrl}/u,
  /\p{sc=Grek}/u,
  /\p{sc=Armn}/u,
  /[^\P{L}\p{sc=Latin}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\p{sc=Cyrl}\p{sc=Grek}\p{sc=Armn}\p{sc=Zyyy}]/u,
];

/** Whether letters of several scripts are mixed in a label; more simply than UTS 39 §5.2 tells them apart. */
const isDeceptive = (label: string): boolean => SCRIPTS.filter((script) => script.test(label)).length > 1;
