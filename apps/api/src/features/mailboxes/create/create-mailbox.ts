import { type MailBackend, MailBackendError } from '@postern/adapter-mail/port';
import type { MailAccount, createMailbox as operation } from '@postern/contract/mailboxes';
import type { ParsedInputOf } from '@postern/contract/operation';
import { foldForSearch, mayWithMailboxes } from '@postern/domain/mailboxes';
import { auditWaits, writeAudit } from '../../../db/audit.ts';
import type { BundleKey } from '../../../db/bundle-key.ts';
import type { CommitWith, Database, Queryable } from '../../../db/client.ts';
import { assertMay } from '../../../http/assert-may.ts';
import { PanelError } from '../../../http/panel-error.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { derivedId, newId } from '../../../runtime/ids.ts';
import type { PasswordHashing } from '../../../secrets/password-hashing.ts';
import { addToMailboxCount, lockBundle, readBundle, registerName } from '../../bundles/public.ts';
import { findMailOrder } from '../../subscriptions/public.ts';
import { toMailAccount } from '../list/mailbox-view.ts';
import { findMailboxByAddress, type MailboxRow } from '../list/read-mailbox-page.ts';
import { hasAdmin, insertMailbox, isOwnAttempt, markMailboxReady } from '../mailbox-repository.ts';
import { publishMailboxChange } from '../publish-mailbox-change.ts';
import { checkRoomUnder } from './check-room-for-mailbox.ts';
import { auditOfNew, toNewRow } from './new-mailbox-row.ts';
import { assertOfDomain, type NewMailboxInput, parseNewMailbox } from './parse-new-mailbox.ts';
import { takeBackMailbox } from './take-back-mailbox.ts';

export type CreateMailboxDeps = { db: Database; clock: Clock; hashing: PasswordHashing; mail: MailBackend };

/**
 * Creates a mailbox: reserves it under the bundle's lock, creates it in the mail backend outside the transaction, then shows it.
 * If the backend definitely refuses, the mailbox is taken back; settle-unconfirmed-mailboxes settles an unknown outcome.
 */
export async function createMailbox(
  deps: CreateMailboxDeps,
  context: SessionContext,
  input: ParsedInputOf<typeof operation>,
): Promise<{ account: MailAccount }> {
  const { actor } = context;
  assertMay(mayWithMailboxes(actor.role, 'create'));
  const { bundle, order } = await deps.db.atOnceAsTenant(actor.customerId, (tx) => readPlace(tx, actor, readBundle));
  const wanted = parseNewMailbox(input, bundle.domainName);
  const own = await countOwnAttempt(deps.db, context, wanted);
  checkRoomUnder(order, deps.clock, bundle.mailboxCount - own);
  const passwordHash = await deps.hashing.hash(wanted.password);
  const reserved = await deps.db.asTenant(
    actor.customerId,
    (tx, commitWith) => reserveMailbox({ tx, commitWith }, deps, context, wanted, passwordHash),
    { keepsPlans: true },
  );
  const { mailboxId } = reserved;
  await makeInBackend(deps, actor, { mailboxId, address: wanted.address });
  const ref = { customerId: actor.customerId, bundleId: actor.bundleId, mailboxId, address: wanted.address };
  const [isShown] = await deps.db.atOnceAsTenant(actor.customerId, (tx) =>
    Promise.all([markMailboxReady(tx, actor, mailboxId), publishMailboxChange(tx, deps.clock, ref, 'created')]),
  );
  if (isShown && reserved.isNew) return { account: toMailAccount(asNewRow(reserved.row)) };
  const row = await findMailboxByAddress(deps.db, actor, wanted.address);
  if (row === null) throw new PanelError('MAIL_BACKEND_UNAVAILABLE');
  return { account: toMailAccount(row) };
}

/** Reads or locks the bundle, and reads its mail order. */
async function readPlace(tx: Queryable, key: BundleKey, read: typeof readBundle | typeof lockBundle) {
  const [bundle, order] = await Promise.all([read(tx, key), findMailOrder(tx, key)]);
  if (bundle === null) throw new PanelError('BUNDLE_NOT_FOUND');
  return { bundle, order };
}

type ReservedRow = Extract<Awaited<ReturnType<typeof reserveMailbox>>, { isNew: true }>['row'];

/** A new mailbox's row as the list would show it: it can't have any mail, aliases or add-ons yet. */
const asNewRow = ({ createdAt, ...row }: ReservedRow): MailboxRow => ({
  ...row,
  state: 'ready',
  isCatchAll: false,
  usedBytes: 0,
  lastSignInMillis: 0,
  nameKey: foldForSearch(row.displayName),
  createdOnEpochMillis: createdAt.getTime(),
  aliases: null,
  addOns: null,
});

/** With an idempotency key, the id is derived from it, so a repeated request finds its mailbox. */
function mailboxIdOf({ actor, idempotencyKey }: SessionContext, clock: Clock, address: string): string {
  return idempotencyKey === null
    ? newId(clock.now())
    : derivedId('mailbox', actor.customerId, actor.bundleId, actor.mailboxId ?? '', idempotencyKey, address);
}

/** 1 if an earlier attempt of this request has already reserved the mailbox, else 0. */
async function countOwnAttempt(db: Database, context: SessionContext, wanted: NewMailboxInput): Promise<number> {
  if (context.idempotencyKey === null) return 0;
  const { customerId, bundleId } = context.actor;
  const mailboxId = mailboxIdOf(context, { now: () => new Date(0) }, wanted.address);
  const isOwn = await db.atOnceAsTenant(customerId, (tx) =>
    isOwnAttempt(tx, { customerId, bundleId }, mailboxId, wanted.address),
  );
  return isOwn ? 1 : 0;
}

async function reserveMailbox(
  { tx, commitWith }: { tx: Queryable; commitWith: CommitWith },
  deps: CreateMailboxDeps,
  context: SessionContext,
  wanted: NewMailboxInput,
  passwordHash: string,
) {
  const { customerId, bundleId } = context.actor;
  const mailboxId = mailboxIdOf(context, deps.clock, wanted.address);
  const name = { name: wanted.address, kind: 'mailbox' as const, customerId, bundleId, targetId: mailboxId };
  const mayRepeat = context.idempotencyKey !== null;
  // Sent together, as one packet. The lock comes first, so that the other statements see what it guards.
  const [{ bundle, order }, isOwn, hasSomeAdmin, isRegistered] = await Promise.all([
    readPlace(tx, context.actor, lockBundle),
    mayRepeat && isOwnAttempt(tx, { customerId, bundleId }, mailboxId, wanted.address),
    hasAdmin(tx, { customerId, bundleId }),
    registerName(tx, name),
  ]);
  if (isOwn) return { mailboxId, isNew: false } as const;
  assertOfDomain(wanted.address, bundle.domainName);
  const { quotaMb } = checkRoomUnder(order, deps.clock, bundle.mailboxCount);
  if (!isRegistered) throw new PanelError('EMAIL_EXISTS', { email: wanted.address });
  const isAdmin = wanted.isAdmin || !hasSomeAdmin;
  const row = toNewRow(context, { ...wanted, mailboxId, isAdmin, passwordHash, quotaMb, createdAt: deps.clock.now() });
  const write = () =>
    Promise.all([
      insertMailbox(tx, row),
      addToMailboxCount(tx, { customerId, bundleId }, 1),
      writeAudit(tx, deps.clock, auditOfNew(context, row)),
    ]);
  await (auditWaits() ? write() : commitWith(write));
  return { mailboxId, isNew: true, row } as const;
}

async function makeInBackend(
  deps: CreateMailboxDeps,
  actor: SessionContext['actor'],
  ref: { mailboxId: string; address: string },
): Promise<void> {
  try {
    await deps.mail.createMailbox(ref);
  } catch (cause) {
    if (cause instanceof MailBackendError && cause.kind === 'refused') {
      await deps.db.asTenant(actor.customerId, (tx) => takeBackMailbox(tx, deps.clock, { ...actor, ...ref }));
    }
    throw new PanelError('MAIL_BACKEND_UNAVAILABLE', {}, { cause });
  }
}
