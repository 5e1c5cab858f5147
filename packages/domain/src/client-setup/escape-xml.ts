/** Everything that XML 1.0 §2.2 doesn't allow: most control characters, half surrogate pairs, two non-characters. */
const IMPOSSIBLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const NAMES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** A text as the content of an element or the value of an attribute. Characters that XML doesn't allow are left out. */
export const escapeXml = (text: string): string =>
  text.replace(IMPOSSIBLE, '').replace(/[&<>"']/g, (character) => NAMES[character] ?? '');
