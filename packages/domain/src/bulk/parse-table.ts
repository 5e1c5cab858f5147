import { trimSpaces } from '../addresses/index.ts';
import { QUOTED_MAXIMUM_CHARACTERS } from './limits.ts';

/** One row of a pasted table. `line` is where it begins, from 1. `isOpen`: one of its quotation marks is never closed. */
export type TableRow = { line: number; cells: string[]; isOpen: boolean };

const DELIMITERS = ['\t', ';', ',', '，', '；'] as const;

/**
 * Reads comma-separated values (RFC 4180), and what spreadsheets make of them: semicolons, tabs or full-width commas instead of commas, any
 * line end, a byte order mark, spaces around a cell. Empty rows are left out. A quotation mark that is never closed spoils only its own
 * row. With `keepsQuotedSpaces` the spaces within quotation marks belong to the cell, as in a password.
 */
export function parseTable(text: string, { keepsQuotedSpaces = false } = {}): TableRow[] {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text;
  const delimiter = delimiterOf(source);
  const rows: TableRow[] = [];
  let at = 0;
  let line = 1;
  while (at < source.length) {
    const row: TableRow = { line, cells: [], isOpen: false };
    let isEnd = false;
    while (!isEnd) {
      const cell = readCell(source, at, delimiter, keepsQuotedSpaces);
      row.cells.push(cell.value);
      row.isOpen ||= cell.isOpen;
      line += cell.lines;
      at = cell.end;
      if (source[at] === delimiter) at += 1;
      else isEnd = true;
    }
    // A line end is one character or two.
    if (source[at] === '\r' && source[at + 1] === '\n') at += 1;
    at += 1;
    line += 1;
    if (row.cells.some((cell) => cell !== '')) rows.push(row);
  }
  return rows;
}

type Cell = { value: string; end: number; lines: number; isOpen: boolean };

function readCell(source: string, start: number, delimiter: string, keepsQuotedSpaces: boolean): Cell {
  let at = start;
  while (source[at] === ' ') at += 1;
  const quoted = source[at] === '"' ? readQuoted(source, at + 1) : null;
  const end = endOfPlain(source, quoted?.end ?? at, delimiter);
  const rest = source.slice(quoted?.end ?? at, end);
  if (quoted === null) return { value: trimSpaces(rest), end, lines: 0, isOpen: source[at] === '"' };
  const isExact = keepsQuotedSpaces && trimSpaces(rest) === '';
  const value = isExact ? quoted.value : trimSpaces(quoted.value + rest);
  return { value, end, lines: countLines(quoted.value), isOpen: false };
}

/** The text between the quotation marks, where two stand for one; null if they aren't closed. */
function readQuoted(source: string, start: number): { value: string; end: number } | null {
  const limit = Math.min(source.length, start + QUOTED_MAXIMUM_CHARACTERS);
  let value = '';
  let from = start;
  for (let at = start; at < limit; at += 1) {
    if (source[at] !== '"') continue;
    value += source.slice(from, at);
    if (source[at + 1] !== '"') return { value, end: at + 1 };
    value += '"';
    at += 1;
    from = at + 1;
  }
  return null;
}

function endOfPlain(source: string, start: number, delimiter: string): number {
  for (let at = start; at < source.length; at += 1) {
    const character = source[at];
    if (character === delimiter || character === '\n' || character === '\r') return at;
  }
  return source.length;
}

const countLines = (text: string): number => text.split(/\r\n|\n|\r/).length - 1;

/** The separator that the first non-empty line has most often, outside quotes. */
function delimiterOf(source: string): string {
  const first = /[^\r\n]*\S[^\r\n]*/.exec(source.slice(0, 10_000))?.[0].replace(/"[^"]*"/g, '') ?? '';
  const counts = DELIMITERS.map((delimiter) => first.split(delimiter).length - 1);
  const most = Math.max(...counts);
  return most === 0 ? ',' : (DELIMITERS[counts.indexOf(most)] ?? ',');
}
