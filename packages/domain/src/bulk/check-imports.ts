import { isEmailAddress, isRecipientAddress, normaliseEmailAddress } from '../addresses/index.ts';
import {
  IMAP_PORT,
  IMAPS_PORT,
  type MailServerRefusal,
  parseMailServer,
  REMOTE_EMAIL_MAXIMUM_CHARACTERS,
  REMOTE_PASSWORD_MAXIMUM_CHARACTERS,
} from '../mail-import/index.ts';
import { findMailProvider } from '../mail-providers/index.ts';
import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';
import type { WrittenImport } from './read-imports.ts';
import { readYesOrNo } from './table-words.ts';

/** An import whose row is valid, so that its sign-in can be tried. */
export type WantedImport = {
  remoteEmail: string;
  host: string;
  port: number;
  ssl: boolean;
  /** The mailbox here. */
  address: string;
  /** Null: the owner gets a link to enter it. */
  password: string | null;
  /** The address that gets the link; null: the mailbox's alternate email. */
  ownerEmail: string | null;
};

/** The server for rows that name none. */
export type CommonServer = { host: string; port: number | null; ssl: boolean } | null;

type Plain =
  | 'QUOTE_NOT_CLOSED'
  | 'TOO_MANY_CELLS'
  | 'SOURCE_REQUIRED'
  | 'SOURCE_INVALID'
  | 'OTHER_DOMAIN'
  | 'OWNER_INVALID'
  | 'SSL_UNCLEAR'
  | 'PASSWORD_TOO_LONG';

type ImportRowRefusal =
  | MailServerRefusal
  | Refusal<Plain, Record<string, unknown>>
  | Refusal<'DUPLICATE_ROW', { firstRow: number }>;

export type CheckedImport = {
  row: number;
  source: string;
  destination: string;
  outcome: Outcome<WantedImport, ImportRowRefusal>;
};

type Ground = { domainName: string; common: CommonServer; allowedPorts: readonly number[] };

/**
 * Checks each row, and that no mailbox is imported twice from the same account. The server is the row's own, else the common one, else that
 * of the old address's provider. A row without a mailbox means the one with the same local part.
 */
export function checkImports(written: readonly WrittenImport[], ground: Ground): CheckedImport[] {
  const firstRows = new Map<string, number>();
  return written.map((one) => {
    const destination = destinationOf(one, ground.domainName);
    const base = { row: one.row, source: one.source, destination };
    const outcome = checkOne(one, destination, ground);
    if (!outcome.ok) return { ...base, outcome };
    const { host, remoteEmail, address } = outcome.value;
    const key = JSON.stringify([host, remoteEmail.toLowerCase(), address]);
    const firstRow = firstRows.get(key);
    if (firstRow !== undefined) return { ...base, outcome: refused('DUPLICATE_ROW', { firstRow }) };
    firstRows.set(key, one.row);
    return { ...base, outcome };
  });
}

function destinationOf({ destination, source }: WrittenImport, domainName: string): string {
  const typed = normaliseEmailAddress(destination === '' ? (source.split('@')[0] ?? '') : destination);
  return typed === '' || typed.includes('@') ? typed : `${typed}@${domainName}`;
}

/** Whether a cell asks for a connection encrypted from the start; null if unclear. Callers handle an empty cell. */
const readSsl = (cell: string): boolean | null => {
  const said = cell.toLowerCase();
  if (said === 'ssl' || said === 'tls') return true;
  return said === 'starttls' ? false : readYesOrNo(said);
};

function checkOne(
  written: WrittenImport,
  address: string,
  { domainName, common, allowedPorts }: Ground,
): Outcome<WantedImport, ImportRowRefusal> {
  if (written.fault !== undefined) return refused(written.fault, {});
  const { source, password, owner } = written;
  if (source === '') return refused('SOURCE_REQUIRED', {});
  const isTooLong = source.length > REMOTE_EMAIL_MAXIMUM_CHARACTERS;
  if (isTooLong || (source.includes('@') && !isEmailAddress(source))) return refused('SOURCE_INVALID', {});
  if (!address.endsWith(`@${domainName}`)) return refused('OTHER_DOMAIN', { domainName });
  if (password.length > REMOTE_PASSWORD_MAXIMUM_CHARACTERS) return refused('PASSWORD_TOO_LONG', {});
  if (owner !== '' && !isRecipientAddress(normaliseEmailAddress(owner))) return refused('OWNER_INVALID', {});
  const server = serverOf(written, common, allowedPorts);
  if (!server.ok) return server;
  return accepted({
    ...{ remoteEmail: source, address, ...server.value },
    password: password === '' ? null : password,
    ownerEmail: owner === '' ? null : normaliseEmailAddress(owner),
  });
}

function serverOf(
  { source, host, port, ssl }: WrittenImport,
  common: CommonServer,
  allowedPorts: readonly number[],
): Outcome<{ host: string; port: number; ssl: boolean }, ImportRowRefusal> {
  const said = readSsl(ssl);
  if (said === null) return refused('SSL_UNCLEAR', {});
  const known = host === '' && common === null ? findMailProvider(source)?.server : undefined;
  // A row with its own server takes nothing from the common one.
  const base = host === '' ? (common ?? (known ? { ...known, ssl: known.port === IMAPS_PORT } : null)) : null;
  const wantedPort = port === '' ? (base?.port ?? null) : /^\d{1,5}$/.test(port) ? Number(port) : 0;
  const isUsual = wantedPort === IMAP_PORT || wantedPort === IMAPS_PORT;
  const guessed = isUsual ? wantedPort === IMAPS_PORT : (base?.ssl ?? !host.endsWith(`:${IMAP_PORT}`));
  const wantedSsl = ssl === '' ? guessed : said;
  const server = parseMailServer({
    ...{ host: host === '' ? (base?.host ?? '') : host, port: wantedPort, ssl: wantedSsl },
    allowedPorts,
  });
  return server.ok ? accepted({ ...server.value, ssl: wantedSsl }) : server;
}
