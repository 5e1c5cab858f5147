import type { OrderItem } from '@postern/contract/billing';
import { normaliseEmailAddress } from '@postern/domain/addresses';
import { renewableDaysAhead, taxesOf } from '@postern/domain/billing';
import { plainDateOf } from '@postern/domain/dates';
import { catalogueType, whoTakesPayment } from '@postern/domain/partners';
import { planKind, remainingDays } from '@postern/domain/plans';
import type { Queryable } from '../../../db/client.ts';
import { listHeldPayments } from '../../disputes/public.ts';
import { listMailboxesByAddress } from '../../mailboxes/public.ts';
import { findPartner, type PartnerRow } from '../../partners/public.ts';
import { listPlansOf, listPrices, type PricedPlan } from '../../plans/public.ts';
import {
  type BilledOrder,
  type CustomerTaxes,
  listPieces,
  paidPlanOf,
  readAddOnPrices,
  readCustomerTaxes,
  readMailboxCount,
  readRoomInPlans,
  readScheduledRefusal,
} from '../../subscriptions/public.ts';
import { listAddOnsFor } from '../list-add-ons.ts';
import type { QuoteFacts } from './apply-items.ts';

const MILLIS_A_DAY = 86_400_000;

/** What a view of the quote needs, too. */
export type ReadAlong = { plans: readonly PricedPlan[]; taxes: CustomerTaxes; partner: PartnerRow | null };
type Asked = { partnerId: number; monthExtension: number; orderItems: readonly OrderItem[]; now: Date };

/** Reads everything that a change of an order depends on, as of an instant. */
export async function findFacts(
  tx: Queryable,
  billed: BilledOrder,
  asked: Asked,
): Promise<{ facts: QuoteFacts; along: ReadAlong }> {
  const { order, billing } = billed;
  const { partnerId, monthExtension, now } = asked;
  const today = plainDateOf(now.getTime());
  // Sent together: none of them waits for another's answer.
  const [
    taxes,
    plans,
    partner,
    activeAccounts,
    presentPrices,
    addOns,
    mailboxes,
    fits,
    scheduledRefusal,
    addOnPriceOf,
    trialBecomes,
    held,
  ] = await Promise.all([
    readCustomerTaxes(tx, { customerId: order.customerId, partnerId, at: now }),
    listPlansOf(tx, order.product, partnerId),
    findPartner(tx, partnerId),
    readMailboxCount(tx, order),
    listPrices(tx, [order.planId]),
    listAddOnsFor(tx, billed, partnerId),
    listNamedMailboxes(tx, billed, asked.orderItems),
    readRoomInPlans(tx, order),
    readScheduledRefusal(tx, billed),
    readAddOnPrices(tx, order.currency, billing.addOns),
    planKind(order.plan) === 'trial' ? paidPlanOf(tx, billed) : null,
    listHeldPayments(tx, order),
  ]);
  const facts: QuoteFacts = {
    today,
    remainingDays: remainingDays(order.expiresAt?.getTime() ?? null, now.getTime()),
    activeAccounts: activeAccounts ?? 0,
    taxes: taxesOf(taxes, today),
    taxedFor: taxes.taxedFor,
    plans,
    presentPlan: { ...order.plan, prices: presentPrices },
    addOns,
    catalogueType: (type) => (partner === null ? type : catalogueType(type, partner.brand)),
    mailboxes,
    presentZIndex: order.plan.zIndex,
    isDowngradeOffered: partner?.brand === 'neo',
    fits,
    scheduledRefusal,
    renewableDaysAhead: renewableDaysAhead(partner === null ? 'panel' : whoTakesPayment(partner)),
    monthExtension,
    hasMonthOffer: billing.hasMonthOffer,
    restartOn: billing.stoppedAt === null ? null : today,
    addOnPriceOf,
    trialBecomes,
    isDisputed: held.length > 0,
    inDays: (days) => plainDateOf(now.getTime() + days * MILLIS_A_DAY),
  };
  return { facts, along: { plans, taxes, partner } };
}

/** The mailboxes that items name, with the types of add-ons that each has. */
async function listNamedMailboxes(
  tx: Queryable,
  { order }: BilledOrder,
  orderItems: readonly OrderItem[],
): Promise<Map<string, string[]>> {
  const named = orderItems.flatMap(({ attachTo = [] }) => attachTo.map((email) => normaliseEmailAddress(email)));
  if (named.length === 0) return new Map();
  const found = await listMailboxesByAddress(tx, order, [...new Set(named)]);
  const pieces = await listPieces(tx, order);
  const typesOf = (mailboxId: string) => pieces.filter((one) => one.mailboxId === mailboxId).map(({ type }) => type);
  return new Map(found.map(({ address, mailboxId }) => [address, typesOf(mailboxId)]));
}
