import type { listAddOns as operation } from '@postern/contract/billing-details';
import type { OutputOf } from '@postern/contract/operation';
import { addOnPrice } from '@postern/domain/billing';
import type { Currency } from '@postern/domain/money';
import { toAmountNumber } from '@postern/domain/money';
import { addedStorageMb, type BillingCycle, CYCLE_MONTHS, mailboxQuotaMb } from '@postern/domain/plans';
import type { Queryable } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { listSoldAddOns, type SoldAddOn } from '../plans/public.ts';
import { findMailOrder, type OrderRow } from '../subscriptions/public.ts';
import type { BillingDeps } from './billing-deps.ts';

const CYCLES = Object.keys(CYCLE_MONTHS) as BillingCycle[];

/** The add-ons that can be bought for the bundle, at the price of each cycle. */
export async function listAddOns(
  { db }: Pick<BillingDeps, 'db'>,
  { actor }: SessionContext,
): Promise<OutputOf<typeof operation>> {
  const { customerId, bundleId, partnerId } = actor;
  const order = await db.asTenant(customerId, (tx) => findMailOrder(tx, { customerId, bundleId }));
  if (order === null) throw new PanelError('BUNDLE_NOT_FOUND');
  const currency = order.currency as Currency;
  const sold = await listAddOnsFor(db.global, { order }, partnerId);
  return {
    addons: sold.map(({ type, displayName, displayNames, zIndex, features, prices, maximum, trialDays }) => ({
      ...{ id: type, addonId: type, type, displayName, displayNames, zIndex, currency, features },
      pricing: Object.fromEntries(CYCLES.map((cycle) => [cycle, toAmountNumber(addOnPrice(prices, currency, cycle))])),
      limit: maximum,
      trialInDays: trialDays,
    })),
  };
}

/**
 * The add-ons that a partner sells for an order. If the mailboxes share their plan's storage, none is sold for a single mailbox.
 */
export async function listAddOnsFor(
  db: Queryable,
  { order }: { order: Pick<OrderRow, 'plan'> },
  partnerId: number,
): Promise<SoldAddOn[]> {
  const sold = await listSoldAddOns(db, partnerId);
  return mailboxQuotaMb(order.plan) === null ? sold.filter((one) => addedStorageMb(one) === 0) : sold;
}
