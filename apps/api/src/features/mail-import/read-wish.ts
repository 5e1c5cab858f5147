import type { SourceAccount } from '@postern/adapter-mail-source/port';
import { parseEmailAddress } from '@postern/domain/addresses';
import { canImport, mayImport, mayImportInto, parseMailServer } from '@postern/domain/mail-import';
import type { Queryable } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { SessionActor } from '../../http/request-context.ts';
import { findMailbox, type MailboxRoom, readMailboxRoom } from '../mailboxes/public.ts';

/** What a person typed: where the mail is, and where it goes. */
export type ImportWish = {
  host: string;
  port: number;
  ssl: boolean;
  remoteEmail: string;
  /** Missing if the owner is asked for it, or if a sign-in at the provider takes its place. */
  remotePassword?: string | undefined;
  signInId?: string | undefined;
  certificateFingerprint?: string | undefined;
  destinationEmail: string;
};

/** The password of a source. Throws VALIDATION_FAILED with the field. */
export function readPassword({ remotePassword = '' }: Pick<ImportWish, 'remotePassword'>): string {
  if (remotePassword === '')
    throw invalid([{ path: 'remotePassword', code: 'REQUIRED', message: 'Enter the password for the old server.' }]);
  return remotePassword;
}

/**
 * The checked account of a source, without its password. Throws VALIDATION_FAILED with the field, and HOST_NOT_ALLOWED for a port that isn't
 * for mail.
 */
export function readAccount(wish: ImportWish, allowedPorts: readonly number[]): SourceAccount {
  const server = parseMailServer({ host: wish.host, port: wish.port, ssl: wish.ssl, allowedPorts });
  if (!server.ok) {
    if (server.code === 'PORT_NOT_ALLOWED')
      throw new PanelError('HOST_NOT_ALLOWED', { reason: 'PORT', ...server.attrs });
    const path = server.code.startsWith('HOST') ? 'host' : 'port';
    throw invalid([{ path, code: server.code, message: SERVER_MESSAGES[server.code] }]);
  }
  const user = wish.remoteEmail.trim();
  if (user === '')
    throw invalid([{ path: 'remoteEmail', code: 'REQUIRED', message: 'Enter the address at the old server.' }]);
  // It is quoted in mails to people who never heard of us.
  if (/[\s\p{Cc}]/u.test(user))
    throw invalid([{ path: 'remoteEmail', code: 'INVALID_EMAIL', message: 'Enter the address without spaces.' }]);
  const { ssl, certificateFingerprint = null } = wish;
  return { ...server.value, ssl, user, certificateFingerprint };
}

const SERVER_MESSAGES = {
  HOST_REQUIRED: 'Enter the name of the mail server.',
  HOST_INVALID: 'Enter a host name or an IP address, such as imap.example.com.',
  PORT_INVALID: 'A port is a number from 1 to 65535.',
  PORTS_DIFFER: 'The port after the host and the one in its own field differ.',
};

/** The destination, if the caller may import into it and it isn't nearly full. Throws NOT_AUTHORIZED, VALIDATION_FAILED, QUOTA_TOO_SMALL. */
export async function readDestination(tx: Queryable, actor: SessionActor, email: string): Promise<MailboxRoom> {
  assertMay(mayImport(actor.role));
  const parsed = parseEmailAddress(email);
  const found = parsed.ok ? await findMailbox(tx, actor, { address: parsed.value.address }) : null;
  if (found === null || !mayImportInto(actor, found.mailboxId)) {
    // The owner of a mailbox doesn't learn which others there are.
    assertMay(actor.role === 'domainAdmin');
    throw invalid([{ path: 'destinationEmail', code: 'NOT_FOUND', message: 'Choose a mailbox of this domain.' }]);
  }
  const destination = await readMailboxRoom(tx, { ...actor, mailboxId: found.mailboxId });
  if (destination === null) throw new PanelError('NOT_FOUND');
  const verdict = canImport({ ...destination, neededBytes: 0 });
  if (!verdict.ok) throw new PanelError(verdict.code, verdict.attrs);
  return destination;
}

/** The address of the person who is asked for a password. Throws VALIDATION_FAILED. */
export function readOwnerEmail(text: string): string {
  const parsed = parseEmailAddress(text);
  if (parsed.ok) return parsed.value.address;
  throw invalid([{ path: 'ownerEmail', code: 'INVALID_EMAIL', message: 'Enter a complete email address.' }]);
}

/** An optional address in its canonical form. Throws VALIDATION_FAILED. */
export function readNotificationEmail(text: string | undefined): string | null {
  if (text === undefined || text.trim() === '') return null;
  const parsed = parseEmailAddress(text);
  if (parsed.ok) return parsed.value.address;
  throw invalid([{ path: 'notificationEmail', code: 'INVALID_EMAIL', message: 'Enter a complete email address.' }]);
}
