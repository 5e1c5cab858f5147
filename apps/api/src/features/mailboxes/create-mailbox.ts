import type { MailBackend } from '@postern/adapter-mail/port';
import { MailBackendError } from '@postern/adapter-mail/port';
import type { createMailbox as operation, MailAccount } from '@postern/contract/mailboxes';
import type { ParsedInputOf } from '@postern/contract/operation';
import type { Clock } from '../../clock.ts';
import { writeAudit } from '../../db/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { derivedId, newId } from '../../ids.ts';
import type { PasswordHashing } from '../../secrets/password-hashing.ts';
import { checkRoomForMailbox } from './check-room-for-mailbox.ts';
import { assertManagesMailboxes } from './mailbox-policy.ts';
import {
  addToMailboxCount,
  hasAdmin,
  insertMailbox,
  isOwnAttempt,
  lockBundle,
  markMailboxReady,
  readBundle,
  registerName,
} from './mailbox-repository.ts';
import { takeBackMailbox } from './take-back-mailbox.ts';
import { toMailAccount } from './mailbox-view.ts';
import { findMailboxByAddress } from './read-mailbox-page.ts';
import { parseNewMailbox, type NewMailboxInput } from './parse-new-mailbox.ts';

export type CreateMailboxDeps = { db: Database; clock: Clock; hashing: PasswordHashing; mail: MailBackend };

/**
 * Creates a mailbox: reserved under the bundle's lock, made in the mail backend outside the transaction, then shown.
 * A definite refusal of the backend takes it back; an unknown outcome is settled by settle-unconfirmed-mailboxes.
 */
export async function createMailbox(
  deps: CreateMailboxDeps,
  context: SessionContext,
  input: ParsedInputOf<typeof operation>,
): Promise<{ account: MailAccount }> {
  const { actor } = context;
  assertManagesMailboxes(actor);
  const wanted = await deps.db.asTenant(actor.customerId, async (tx) => {
    const bundle = await readBundle(tx, actor.customerId, actor.bundleId);
    if (bundle === null) throw new PanelError('BUNDLE_NOT_FOUND');
    const parsed = parseNewMailbox(input, bundle.domainName);
    await checkRoomForMailbox(tx, deps.clock, actor, bundle.mailboxCount - (await isRepetition(tx, context, parsed)));
    return parsed;
  });
  const passwordHash = await deps.hashing.hash(wanted.password);
  const mailboxId = await deps.db.asTenant(actor.customerId, (tx) =>
    reserveMailbox(tx, deps, context, wanted, passwordHash),
  );
  await makeInBackend(deps, actor, { mailboxId, address: wanted.address });
  await deps.db.asTenant(actor.customerId, (tx) => markMailboxReady(tx, actor.customerId, actor.bundleId, mailboxId));
  const row = await findMailboxByAddress(deps.db, actor, wanted.address);
  if (row === null) throw new PanelError('MAIL_BACKEND_UNAVAILABLE');
  return { account: toMailAccount(row) };
}

/** The id a repeated request finds again, when the caller gave a key. */
function mailboxIdOf({ actor, idempotencyKey }: SessionContext, clock: Clock, address: string): string {
  return idempotencyKey === null
    ? newId(clock.now())
    : derivedId('mailbox', actor.customerId, actor.bundleId, actor.mailboxId ?? '', idempotencyKey, address);
}

/** 1 when this very request has reserved its place already, 0 else. */
async function isRepetition(tx: Queryable, context: SessionContext, wanted: NewMailboxInput): Promise<number> {
  if (context.idempotencyKey === null) return 0;
  const mailboxId = mailboxIdOf(context, { now: () => new Date(0) }, wanted.address);
  return (await isOwnAttempt(tx, context.actor.customerId, context.actor.bundleId, mailboxId, wanted.address)) ? 1 : 0;
}

async function reserveMailbox(
  tx: Queryable,
  deps: CreateMailboxDeps,
  context: SessionContext,
  wanted: NewMailboxInput,
  passwordHash: string,
): Promise<string> {
  const { customerId, bundleId, email } = context.actor;
  const mailboxId = mailboxIdOf(context, deps.clock, wanted.address);
  const bundle = await lockBundle(tx, customerId, bundleId);
  if (bundle === null) throw new PanelError('BUNDLE_NOT_FOUND');
  if (context.idempotencyKey !== null && (await isOwnAttempt(tx, customerId, bundleId, mailboxId, wanted.address)))
    return mailboxId;
  const { quotaMb } = await checkRoomForMailbox(tx, deps.clock, context.actor, bundle.mailboxCount);
  if (!(await registerName(tx, { name: wanted.address, kind: 'mailbox', customerId, bundleId, targetId: mailboxId }))) {
    throw new PanelError('EMAIL_EXISTS', { email: wanted.address });
  }
  const isAdmin = wanted.isAdmin || !(await hasAdmin(tx, customerId, bundleId));
  await insertMailbox(tx, {
    customerId,
    bundleId,
    mailboxId,
    address: wanted.address,
    displayName: wanted.displayName,
    isAdmin,
    state: 'creating',
    suspended: false,
    passwordHash,
    alternateEmail: wanted.alternateEmail,
    quotaMb,
    flags: [],
    createdAt: deps.clock.now(),
  });
  await addToMailboxCount(tx, customerId, bundleId, 1);
  await writeAudit(tx, deps.clock, {
    customerId,
    bundleId,
    actor: email,
    action: 'mailbox.created',
    target: wanted.address,
    attrs: { isAdmin, quotaMb },
    requestId: context.requestId,
  });
  return mailboxId;
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
