import { MailBackendError } from '@postern/adapter-mail/port';
import type { replaceMailbox as operation } from '@postern/contract/mailbox-administration';
import type { MailAccount } from '@postern/contract/mailboxes';
import type { ParsedInputOf } from '@postern/contract/operation';
import { ACTIVE_BUNDLE } from '@postern/contract/shapes';
import { mayWithMailboxes } from '@postern/domain/mailboxes';
import { writeAudit } from '../../../db/audit.ts';
import type { Queryable } from '../../../db/client.ts';
import { assertMay } from '../../../http/assert-may.ts';
import { PanelError } from '../../../http/panel-error.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import { derivedId, newId } from '../../../runtime/ids.ts';
import { addToMailboxCount, lockBundle, readBundle, registerName } from '../../bundles/public.ts';
import { findMailOrder } from '../../subscriptions/public.ts';
import { isBeingReplaced, lockMailboxById } from '../administration-repository.ts';
import { checkRoomForMailbox } from '../create/check-room-for-mailbox.ts';
import type { CreateMailboxDeps } from '../create/create-mailbox.ts';
import { assertOfDomain, type NewMailboxInput, parseNewMailbox } from '../create/parse-new-mailbox.ts';
import { takeBackMailbox } from '../create/take-back-mailbox.ts';
import { removeFromBackend } from '../delete/remove-from-backend.ts';
import { toMailAccount } from '../list/mailbox-view.ts';
import { findMailboxByAddress } from '../list/read-mailbox-page.ts';
import { insertMailbox, isOwnAttempt } from '../mailbox-repository.ts';
import { finishReplacement } from './finish-replacement.ts';

/**
 * Replaces a mailbox by a new one as one change: the new one is created first, hidden, and takes over in the transaction that removes the
 * old one. So the domain is never without a mailbox, whatever fails on the way.
 */
export async function replaceMailbox(
  deps: CreateMailboxDeps,
  context: SessionContext,
  input: ParsedInputOf<typeof operation>,
): Promise<{ account: MailAccount }> {
  const { actor } = context;
  assertMay(mayWithMailboxes(actor.role, 'create'));
  assertMay(mayWithMailboxes(actor.role, 'delete'));
  if (input.bundleId !== ACTIVE_BUNDLE && input.bundleId !== actor.bundleId) throw new PanelError('BUNDLE_NOT_FOUND');
  const wanted = await deps.db.asTenant(actor.customerId, async (tx) => {
    const bundle = await readBundle(tx, actor);
    if (bundle === null) throw new PanelError('BUNDLE_NOT_FOUND');
    return parseNewMailbox({ ...input, isAdmin: true }, bundle.domainName);
  });
  const passwordHash = await deps.hashing.hash(wanted.password);
  const mailboxId = await deps.db.asTenant(actor.customerId, (tx) =>
    reserveReplacement(tx, deps, context, input, wanted, passwordHash),
  );
  const fresh = { customerId: actor.customerId, bundleId: actor.bundleId, mailboxId, address: wanted.address };
  try {
    await deps.mail.createMailbox({ mailboxId, address: wanted.address });
  } catch (cause) {
    if (cause instanceof MailBackendError && cause.kind === 'refused')
      await deps.db.asTenant(actor.customerId, (tx) => takeBackMailbox(tx, deps.clock, fresh));
    throw new PanelError('MAIL_BACKEND_UNAVAILABLE', {}, { cause });
  }
  const gone = await deps.db.asTenant(actor.customerId, (tx) =>
    finishReplacement(tx, deps.clock, context, { ...fresh, replacesMailboxId: input.oldAccountId }),
  );
  if (gone !== null) await removeFromBackend(deps, context.log, gone);
  const row = await findMailboxByAddress(deps.db, actor, wanted.address);
  if (row === null) throw new PanelError('MAIL_BACKEND_UNAVAILABLE');
  return { account: toMailAccount(row) };
}

async function reserveReplacement(
  tx: Queryable,
  deps: CreateMailboxDeps,
  context: SessionContext,
  input: ParsedInputOf<typeof operation>,
  wanted: NewMailboxInput,
  passwordHash: string,
): Promise<string> {
  const { actor, idempotencyKey, requestId } = context;
  const key = { customerId: actor.customerId, bundleId: actor.bundleId };
  const { customerId, bundleId } = key;
  const mailboxId =
    idempotencyKey === null
      ? newId(deps.clock.now())
      : derivedId('replacement', customerId, bundleId, input.oldAccountId, idempotencyKey, wanted.address);
  const bundle = await lockBundle(tx, { customerId, bundleId });
  if (bundle === null) throw new PanelError('BUNDLE_NOT_FOUND');
  if (await isOwnAttempt(tx, { customerId, bundleId }, mailboxId, wanted.address)) return mailboxId;
  assertOfDomain(wanted.address, bundle.domainName);
  const order = await findMailOrder(tx, { customerId, bundleId });
  const old = await lockMailboxById(tx, key, input.oldAccountId);
  if (order?.orderId !== input.orderId || old === null || (await isBeingReplaced(tx, key, old.mailboxId)))
    throw new PanelError('NOT_FOUND');
  // It replaces another mailbox, so only an expired plan can prevent it.
  const { quotaMb } = await checkRoomForMailbox(tx, deps.clock, actor, 0);
  const name = { name: wanted.address, kind: 'mailbox' as const, ...key, targetId: mailboxId };
  if (!(await registerName(tx, name))) throw new PanelError('EMAIL_EXISTS', { email: wanted.address });
  await insertMailbox(tx, {
    ...key,
    mailboxId,
    address: wanted.address,
    displayName: wanted.displayName,
    isAdmin: old.isAdmin,
    state: 'creating',
    suspended: false,
    passwordHash,
    alternateEmail: wanted.alternateEmail,
    quotaMb,
    flags: [],
    createdAt: deps.clock.now(),
    replacesMailboxId: old.mailboxId,
  });
  await addToMailboxCount(tx, { customerId, bundleId }, 1);
  await writeAudit(tx, deps.clock, {
    ...key,
    actor: actor.email,
    action: 'mailbox.created',
    target: wanted.address,
    attrs: { replaces: old.address, quotaMb },
    requestId,
  });
  return mailboxId;
}
