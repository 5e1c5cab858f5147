import type { OrderItem } from '@postern/contract/billing';
import { canAssignAddOn } from '@postern/domain/add-ons';
import { normaliseEmailAddress } from '@postern/domain/addresses';
import type { AddOnTerms, Subscription } from '@postern/domain/billing';
import { addedStorageMb, doesStack } from '@postern/domain/plans';
import type { Queryable } from '../../db/client.ts';
import { newId } from '../../runtime/ids.ts';
import { lockMailboxByAddress } from '../mailboxes/public.ts';
import { findAddOns } from '../plans/public.ts';
import { type AddOnPiece, type BilledOrder, deletePieces, insertPiece, listPieces } from '../subscriptions/public.ts';
import { fitMailboxes } from './fit-mailboxes.ts';

type Change = {
  billed: BilledOrder;
  /** The order after the payment, and the items it bought. */
  after: Subscription;
  items: readonly OrderItem[];
  at: Date;
};

/**
 * Brings the mailboxes in line with the order, in the transaction that changes it: attaches new add-ons to the mailboxes named for them,
 * and detaches the pieces of ended ones.
 */
export async function settleAddOns(tx: Queryable, { billed, after, items, at }: Change): Promise<void> {
  const before = billed.billing.addOns;
  if (before.length === 0 && after.addOns.length === 0) return;
  const pieces = await listPieces(tx, billed.order);
  const ended = pieces.filter(
    ({ termsId }) => termsId !== null && !after.addOns.some((one) => one.addOnId === termsId),
  );
  if (ended.length > 0)
    await deletePieces(
      tx,
      billed.order,
      ended.map(({ pieceId }) => pieceId),
    );
  const fresh = after.addOns.filter((one) => !before.some(({ addOnId }) => addOnId === one.addOnId));
  const bought = items.filter(({ action }) => action === 'buyAddon');
  const given: string[] = [];
  for (const [place, terms] of fresh.entries())
    given.push(...(await giveTo(tx, billed, terms, { addresses: bought[place]?.attachTo ?? [], pieces, at })));
  await fitMailboxes(tx, billed, after.planId, [...ended.map(({ mailboxId }) => mailboxId), ...given]);
}

type Wish = { addresses: readonly string[]; pieces: readonly AddOnPiece[]; at: Date };

/**
 * Gives pieces to mailboxes and returns those that got one. A mailbox that was deleted during the payment, or already has this add-on, gets
 * none: the piece stays free for another mailbox.
 */
async function giveTo(
  tx: Queryable,
  { order }: BilledOrder,
  terms: AddOnTerms,
  { addresses, pieces, at }: Wish,
): Promise<string[]> {
  const [sold] = await findAddOns(tx, [terms.type]);
  if (sold === undefined) return [];
  const stacks = doesStack(sold);
  const { customerId, bundleId } = order;
  const given: string[] = [];
  for (const address of addresses) {
    const held = await lockMailboxByAddress(tx, order, normaliseEmailAddress(address));
    if (held === null) continue;
    const { mailboxId } = held;
    const hasSameType =
      given.includes(mailboxId) || pieces.some((one) => one.mailboxId === mailboxId && one.type === terms.type);
    const freePieces = terms.quantity - given.length;
    if (!canAssignAddOn({ from: null, to: { hasSameType }, freePieces, stacks }).ok) continue;
    const key = { customerId, bundleId, addOnId: newId(at), termsId: terms.addOnId };
    await insertPiece(tx, { ...key, type: terms.type, mailboxId, storageMb: addedStorageMb(sold), createdAt: at });
    given.push(mailboxId);
  }
  return given;
}
