/** Longer texts are no addresses: eight groups of four, or six and a dotted quad. */
const IPV6_MAXIMUM_CHARACTERS = 45;

/** An IPv4 address of four decimal numbers without leading zeros (RFC 7208 §12, qnum), or null. */
export function parseIpv4(text: string): string | null {
  return readIpv4(text) ? text : null;
}

/** An IPv6 address in any form of RFC 4291 §2.2, given back in the form of RFC 5952, or null. Zones (`%eth0`) are refused. */
export function parseIpv6(text: string): string | null {
  const groups = readIpv6(text);
  return groups && renderIpv6(groups);
}

function readIpv4(text: string): number[] | null {
  if (!/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text)) return null;
  const parts = text.split('.');
  const isGood = parts.every((part) => Number(part) <= 255 && (part === '0' || !part.startsWith('0')));
  return isGood ? parts.map(Number) : null;
}

function readIpv6(text: string): number[] | null {
  if (text.length > IPV6_MAXIMUM_CHARACTERS) return null;
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head, tail] = halves.map((half, place) => readGroups(half, place === halves.length - 1));
  if (!head) return null;
  if (halves.length === 1) return head.length === 8 ? head : null;
  // The gap stands for one group or more (RFC 4291 §2.2).
  if (!tail || head.length + tail.length > 7) return null;
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function readGroups(text: string, mayEndInIpv4: boolean): number[] | null {
  if (text === '') return [];
  const words = text.split(':');
  const last = words.at(-1) ?? '';
  const quad = mayEndInIpv4 && last.includes('.') ? readIpv4(last) : [];
  if (!quad) return null;
  const plain = quad.length > 0 ? words.slice(0, -1) : words;
  if (!plain.every((word) => /^[0-9a-f]{1,4}$/i.test(word))) return null;
  const [a = 0, b = 0, c = 0, d = 0] = quad;
  return [...plain.map((word) => Number.parseInt(word, 16)), ...(quad.length > 0 ? [a * 256 + b, c * 256 + d] : [])];
}

function renderIpv6(groups: number[]): string {
  const gap = longestZeros(groups);
  const words = groups.map((group) => group.toString(16));
  if (gap.length < 2) return words.join(':');
  return `${words.slice(0, gap.start).join(':')}::${words.slice(gap.start + gap.length).join(':')}`;
}

/** The first of the longest runs of zero groups (RFC 5952 §4.2.3). */
function longestZeros(groups: number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  let length = 0;
  for (const [place, group] of groups.entries()) {
    length = group === 0 ? length + 1 : 0;
    if (length > best.length) best = { start: place - length + 1, length };
  }
  return best;
}
