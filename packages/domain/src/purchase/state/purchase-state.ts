/**
 * Where a purchase can be:
 * - started: the link was opened; nothing is owed and nothing is promised.
 * - intent_created: amount, plan and accounts are fixed, and the gateway waits for the buyer to confirm them.
 * - charged: the gateway (or the partner's settlement record) says the money is there; an order must follow or the money goes back.
 * - order_written: the order is committed together with its line in the books.
 * - provisioned: mail, domain and customer exist at the backends.
 * - confirmed: the buyer was told. The end of every good purchase.
 * - failed: nothing was charged. The buyer may try again with a new intent.
 * - refunding: money is there but no order can be; the refund is asked for and its outcome awaited.
 * - refunded: the money went back. The end; nothing may be delivered for it any more.
 * @internal
 */
export const PURCHASE_STATES = [
  'started',
  'intent_created',
  'charged',
  'order_written',
  'provisioned',
  'confirmed',
  'failed',
  'refunding',
  'refunded',
] as const;

export type PurchaseState = (typeof PURCHASE_STATES)[number];

/**
 * Every move there is. A late success at the gateway leads from failed to charged: the money came, whatever we believed.
 * After order_written there is no way back here: a refund of a delivered order is a matter of its subscription.
 * @internal
 */
export const PURCHASE_MOVES: Readonly<Record<PurchaseState, readonly PurchaseState[]>> = {
  started: ['intent_created', 'failed'],
  intent_created: ['charged', 'failed'],
  charged: ['order_written', 'refunding'],
  order_written: ['provisioned'],
  provisioned: ['confirmed'],
  confirmed: [],
  failed: ['intent_created', 'charged'],
  refunding: ['refunded'],
  refunded: [],
};

/** Whether a purchase may go from one state to the next. Staying where it is isn't a move: a repeat changes nothing. */
export function canMove(from: PurchaseState, to: PurchaseState): boolean {
  return PURCHASE_MOVES[from].includes(to);
}
