import type { AuditEntry } from '../../../db/audit.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import type { NewMailbox } from '../mailbox-repository.ts';

type Acting = Pick<SessionContext, 'actor' | 'requestId'>;

type Fresh = Pick<NewMailbox, 'mailboxId' | 'address' | 'displayName' | 'isAdmin' | 'quotaMb' | 'createdAt'> & {
  passwordHash: string | null;
  alternateEmail: string | null;
};

/** The row of a mailbox that the mail backend doesn't have yet. Other fields of `fresh` are dropped. */
export const toNewRow = ({ actor }: Acting, fresh: Fresh) => ({
  customerId: actor.customerId,
  bundleId: actor.bundleId,
  mailboxId: fresh.mailboxId,
  address: fresh.address,
  displayName: fresh.displayName,
  isAdmin: fresh.isAdmin,
  state: 'creating' as const,
  suspended: false,
  passwordHash: fresh.passwordHash,
  alternateEmail: fresh.alternateEmail,
  quotaMb: fresh.quotaMb,
  flags: [],
  createdAt: fresh.createdAt,
});

export const auditOfNew = (
  { actor, requestId }: Acting,
  { address, isAdmin, quotaMb }: Pick<NewMailbox, 'address' | 'isAdmin' | 'quotaMb'>,
): AuditEntry => ({
  customerId: actor.customerId,
  bundleId: actor.bundleId,
  actor: actor.email,
  action: 'mailbox.created',
  target: address,
  attrs: { isAdmin, quotaMb },
  requestId,
});
