import { parseTable } from './parse-table.ts';
import { type Column, columnOf, NEW_MAILBOX_COLUMNS } from './table-words.ts';

/** A mailbox to create, as the person wrote it: nothing is checked yet. `row` is its line in the text, or its place in a list, from 1. */
export type WrittenMailbox = {
  row: number;
  email: string;
  displayName: string;
  alternateEmail: string;
  /** As written: `yes`, `nein`, `x`, nothing. */
  admin: string;
  /** Empty: the owner gets a link to choose one. */
  password: string;
  /** There are more cells than columns, or a quotation mark is never closed. */
  fault?: 'TOO_MANY_CELLS' | 'QUOTE_NOT_CLOSED';
};

/**
 * Mailboxes from a pasted table or list. A first row that names the address column is a heading: the columns may then have any order, and
 * unknown columns are reported and ignored. Without a heading the columns have the template's order.
 */
export function readNewMailboxes(text: string): { mailboxes: WrittenMailbox[]; ignoredColumns: string[] } {
  const rows = parseTable(text);
  const headings = rows[0]?.cells ?? [];
  const found = headings.map(columnOf);
  const hasHeading = found.includes('email');
  const columns: readonly (Column | null)[] = hasHeading ? found : NEW_MAILBOX_COLUMNS;
  const ignoredColumns = hasHeading ? headings.filter((heading, place) => heading !== '' && found[place] === null) : [];
  const mailboxes = rows.slice(hasHeading ? 1 : 0).map(({ line, cells, isOpen }): WrittenMailbox => {
    const cellOf = (column: Column) => cells[columns.indexOf(column)] ?? '';
    const isTooLong = cells.slice(columns.length).some((cell) => cell !== '');
    const written = {
      row: line,
      email: cellOf('email'),
      displayName: cellOf('displayName'),
      alternateEmail: cellOf('alternateEmail'),
      admin: cellOf('admin'),
      password: cellOf('password'),
    };
    if (isOpen) return { ...written, fault: 'QUOTE_NOT_CLOSED' };
    return isTooLong ? { ...written, fault: 'TOO_MANY_CELLS' } : written;
  });
  return { mailboxes, ignoredColumns };
}
