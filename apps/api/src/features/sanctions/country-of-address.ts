import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { CountryOfAddress } from '../../feature/services.ts';

type Range = { first: bigint; last: bigint; country: string };

/** The operator's file has a line that is not `first,last,CC` or `network/bits,CC`. */
class CountryFileInvalid extends Error {
  constructor(line: number) {
    super(`Line ${line} of the country file is neither "first address,last address,CC" nor "network/bits,CC".`);
    this.name = 'CountryFileInvalid';
  }
}

/**
 * Reads a file of address ranges by country, as the usual providers publish them: `1.0.0.0,1.0.0.255,AU` or
 * `1.0.0.0/24,AU`, IPv4 and IPv6, quotes allowed. Throws CountryFileInvalid.
 */
export function readCountryFile(file: string): CountryOfAddress {
  const ranges: Range[] = [];
  for (const [index, line] of readFileSync(file, 'utf8').split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const range = parseLine(line);
    if (range === null) throw new CountryFileInvalid(index + 1);
    ranges.push(range);
  }
  ranges.sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0));
  return (address) => findIn(ranges, address);
}

function findIn(ranges: Range[], address: string): string | null {
  const wanted = numberOf(address);
  if (wanted === null) return null;
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range === undefined) return null;
    if (wanted < range.first) high = middle - 1;
    else if (wanted > range.last) low = middle + 1;
    else return range.country;
  }
  return null;
}

function parseLine(line: string): Range | null {
  const parts = line.split(',').map((part) => part.trim().replace(/^"|"$/g, ''));
  const country = parts.at(-1)?.toUpperCase() ?? '';
  if (!/^[A-Z]{2}$/.test(country)) return null;
  if (parts.length === 2) return parseNetwork(parts[0] ?? '', country);
  const [first, last] = [numberOf(parts[0] ?? ''), numberOf(parts[1] ?? '')];
  return parts.length === 3 && first !== null && last !== null && first <= last ? { first, last, country } : null;
}

function parseNetwork(text: string, country: string): Range | null {
  const [address = '', bitsText = ''] = text.split('/');
  const start = numberOf(address);
  const width = isIP(address) === 4 ? 32 : 128;
  const bits = Number(bitsText);
  if (start === null || !/^\d{1,3}$/.test(bitsText) || bits > width) return null;
  const size = 1n << BigInt(width - bits);
  const first = start - (start % size);
  return { first, last: first + size - 1n, country };
}

const MAPPED_V4 = 0xffff_0000_0000n;

/** An address as a number; IPv4 as its IPv4-mapped IPv6 address, so that both kinds share one order. */
function numberOf(address: string): bigint | null {
  const kind = isIP(address);
  if (kind === 4) return MAPPED_V4 + address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  if (kind !== 6 || address.includes('%')) return null;
  const { hostname } = new URL(`http://[${address}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
  return groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
}
