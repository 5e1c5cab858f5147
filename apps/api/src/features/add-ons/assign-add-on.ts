import type { assignAddOn as operation } from '@postern/contract/add-ons';
import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import { canAssignAddOn } from '@postern/domain/add-ons';
import { normaliseEmailAddress } from '@postern/domain/addresses';
import { addedStorageMb, doesStack, mailboxQuotaMb, sharedQuotaMb } from '@postern/domain/plans';
import { writeAudit } from '../../db/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { newId } from '../../runtime/ids.ts';
import { lockMailboxByAddress, publishMailboxChange } from '../mailboxes/public.ts';
import { findAddOns } from '../plans/public.ts';
import {
  type AddOnPiece,
  type BilledOrder,
  deletePieces,
  insertPiece,
  listPieces,
  movePiece,
  readAddedMegabytes,
  readRoomOf,
  readStoredMegabytes,
} from '../subscriptions/public.ts';
import { fitMailboxes } from './fit-mailboxes.ts';
import { lockOwnedAddOn, viewOfAddOn } from './lock-owned-add-on.ts';

type Wish = ParsedInputOf<typeof operation>;
type Held = NonNullable<Awaited<ReturnType<typeof lockMailboxByAddress>>>;

/** Gives a piece of an add-on to a mailbox, moves it to another, or takes it back. Nothing is charged. */
export async function assignAddOn(
  deps: { db: Database; clock: Clock },
  context: SessionContext,
  { addonId, fromEmail, toEmail }: Wish,
): Promise<OutputOf<typeof operation>> {
  if (fromEmail === undefined && toEmail === undefined) {
    const message = 'Name the mailbox that gets the add-on, or the one that loses it.';
    throw invalid([{ path: 'toEmail', code: 'required', message }]);
  }
  return deps.db.asSystem(async (tx) => {
    const { billed, terms } = await lockOwnedAddOn(tx, context, addonId);
    const [from, to] = [
      await lockNamed(tx, billed, 'fromEmail', fromEmail),
      await lockNamed(tx, billed, 'toEmail', toEmail),
    ];
    const pieces = await listPieces(tx, billed.order);
    const piece =
      from === null ? null : pieces.find((one) => one.termsId === terms.addOnId && one.mailboxId === from.mailboxId);
    const [sold] = await findAddOns(tx, [terms.type]);
    if (sold === undefined || piece === undefined) throw new PanelError('NOT_FOUND');
    const verdict = canAssignAddOn({
      from: piece && { hasPiece: true, ...(await roomWithout(tx, billed, piece, { isMoved: to !== null })) },
      to: to && { hasSameType: pieces.some((one) => one.mailboxId === to.mailboxId && one.type === terms.type) },
      freePieces: terms.quantity - pieces.filter(({ termsId }) => termsId === terms.addOnId).length,
      stacks: doesStack(sold),
    });
    if (!verdict.ok) throw new PanelError(verdict.code, verdict.attrs);
    const { customerId, bundleId } = billed.order;
    const at = deps.clock.now();
    if (piece === null && to !== null)
      await insertPiece(tx, {
        ...{ customerId, bundleId, addOnId: newId(at), termsId: terms.addOnId, type: terms.type },
        ...{ mailboxId: to.mailboxId, storageMb: addedStorageMb(sold), createdAt: at },
      });
    else if (piece !== null && to !== null) await movePiece(tx, billed.order, piece.pieceId, to.mailboxId);
    else if (piece !== null) await deletePieces(tx, billed.order, [piece.pieceId]);
    const changed = [from, to].flatMap((one) => one ?? []);
    await fitMailboxes(
      tx,
      billed,
      billed.order.planId,
      changed.map(({ mailboxId }) => mailboxId),
    );
    for (const one of changed) await publishMailboxChange(tx, deps.clock, one, 'changed');
    await writeAudit(tx, deps.clock, {
      ...{ customerId, bundleId, actor: context.actor.email, action: 'add-on.assigned', requestId: context.requestId },
      target: to?.address ?? from?.address ?? addonId,
      attrs: { addOn: terms.type, from: from?.address ?? null, to: to?.address ?? null },
    });
    return { addon: await viewOfAddOn(tx, billed, terms) };
  });
}

async function lockNamed(
  tx: Queryable,
  { order }: BilledOrder,
  field: 'fromEmail' | 'toEmail',
  email: string | undefined,
): Promise<Held | null> {
  if (email === undefined) return null;
  const held = await lockMailboxByAddress(tx, order, normaliseEmailAddress(email));
  if (held !== null) return held;
  throw invalid([{ path: field, code: 'no_such_mailbox', message: 'Your domain has no mailbox with this address.' }]);
}

/**
 * The mailbox's stored mail, and its room without the piece. Where mailboxes share their storage, it is that of all of them, and a piece that
 * another mailbox gets adds to it as before.
 */
async function roomWithout(
  tx: Queryable,
  { order }: BilledOrder,
  { mailboxId, pieceId }: AddOnPiece,
  { isMoved }: { isMoved: boolean },
) {
  const { storedMb, pieceMb, quotaMb } = await readRoomOf(tx, order, { mailboxId, pieceId });
  const sharedMb = sharedQuotaMb(order.plan);
  if (sharedMb !== null) {
    const { all } = await readStoredMegabytes(tx, order);
    const withoutMb = sharedMb + (await readAddedMegabytes(tx, order)) - pieceMb;
    return { storedMb: all, roomMb: isMoved || pieceMb === 0 ? Infinity : withoutMb };
  }
  return { storedMb, roomMb: pieceMb === 0 || mailboxQuotaMb(order.plan) === null ? Infinity : quotaMb - pieceMb };
}
