import { parseTable } from './parse-table.ts';

/** An import as written in the table: nothing is checked yet. `row` is its line in the text, from 1. */
export type WrittenImport = {
  row: number;
  /** The old address. */
  source: string;
  /** Empty: the owner gets a link to enter it. Spaces within quotation marks are part of it. */
  password: string;
  /** Empty: the mailbox here with the same name before the @. */
  destination: string;
  /** The address that gets the link; empty: the mailbox's alternate email. */
  owner: string;
  host: string;
  port: string;
  /** As written: `yes`, `nein`, nothing. */
  ssl: string;
  fault?: 'TOO_MANY_CELLS' | 'QUOTE_NOT_CLOSED';
};

type Column = Exclude<keyof WrittenImport, 'row' | 'fault'>;

/** The order of a table that has no heading, and of the template. */
export const IMPORT_COLUMNS: readonly Column[] = ['source', 'password', 'destination', 'owner', 'host', 'port', 'ssl'];

/** Names of headings in the languages of the panel and in other programs' lists, without case, spaces and hyphens. */
const HEADINGS: Record<Column, readonly string[]> = {
  source: ['source', 'from', 'user1', 'oldaddress', 'quelle', 'von', 'alteadresse', 'origen', 'ancienneadresse'],
  password: ['password', 'password1', 'passwort', 'kennwort', 'contraseña', 'motdepasse'],
  destination: ['destination', 'to', 'user2', 'mailbox', 'ziel', 'nach', 'postfach', 'destino', 'buzón', 'boîtemail'],
  owner: ['owner', 'link', 'linkto', 'besitzer', 'linkan', 'propietario', 'enlacea', 'propriétaire', 'lienà'],
  host: ['host', 'host1', 'server', 'imap', 'servidor', 'serveur'],
  port: ['port', 'port1', 'puerto'],
  ssl: ['ssl', 'tls', 'ssl1'],
};

const columnOf = (heading: string): Column | null => {
  const name = heading.toLowerCase().replace(/[\s_-]/g, '');
  return IMPORT_COLUMNS.find((column) => HEADINGS[column].includes(name)) ?? null;
};

/**
 * Imports from a pasted table. A first row that names the column of the old address is a heading: the columns may then have any order, and
 * unknown columns are reported and ignored.
 */
export function readImports(text: string): { imports: WrittenImport[]; ignoredColumns: string[] } {
  const rows = parseTable(text, { keepsQuotedSpaces: true });
  const headings = (rows[0]?.cells ?? []).map((cell) => cell.trim());
  const found = headings.map(columnOf);
  const hasHeading = found.includes('source');
  const columns: readonly (Column | null)[] = hasHeading ? found : IMPORT_COLUMNS;
  const ignoredColumns = hasHeading ? headings.filter((heading, place) => heading !== '' && found[place] === null) : [];
  const imports = rows.slice(hasHeading ? 1 : 0).map(({ line, cells, isOpen }): WrittenImport => {
    const cellOf = (column: Column) => cells[columns.indexOf(column)] ?? '';
    const written = {
      row: line,
      source: cellOf('source').trim(),
      // A password keeps its spaces.
      password: cellOf('password'),
      destination: cellOf('destination').trim(),
      owner: cellOf('owner').trim(),
      host: cellOf('host').trim(),
      port: cellOf('port').trim(),
      ssl: cellOf('ssl').trim(),
    };
    if (isOpen) return { ...written, fault: 'QUOTE_NOT_CLOSED' };
    const isTooLong = cells.slice(columns.length).some((cell) => cell !== '');
    return isTooLong ? { ...written, fault: 'TOO_MANY_CELLS' } : written;
  });
  return { imports, ignoredColumns };
}
