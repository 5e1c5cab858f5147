import type { OrderItem } from '@postern/contract/billing';
import { normaliseEmailAddress } from '@postern/domain/addresses';
import { renewableDaysAhead, taxesOf } from '@postern/domain/billing';
import { plainDateOf } from '@postern/domain/dates';
import { catalogueType, whoTakesPayment } from '@postern/domain/partners';
import { planKind, remainingDays } from '@postern/domain/plans';
import type { Queryable } from '../../../db/client.ts';
import { listHeldPayments } from '../../disputes/public.ts';
import { listMailboxesByAddress } from '../../mailboxes/public.ts';
import { findPartner } from '../../partners/public.ts';
import { listPlansOf, listPrices } from '../../plans/public.ts';
import {
  type BilledOrder,
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

type Asked = { partnerId: number; monthExtension: number; orderItems: readonly OrderItem[]; now: Date };

/** Reads everything that a change of an order depends on, as of an instant. */
export async function findFacts(tx: Queryable, billed: BilledOrder, asked: Asked): Promise<QuoteFacts> {
  const { order, billing } = billed;
  const { partnerId, monthExtension, now } = asked;
  const today = plainDateOf(now.getTime());
  const taxes = await readCustomerTaxes(tx, { customerId: order.customerId, partnerId, at: now });
  const sold = await listPlansOf(tx, order.product, partnerId);
  const partner = await findPartner(tx, partnerId);
  return {
    today,
    remainingDays: remainingDays(order.expiresAt?.getTime() ?? null, now.getTime()),
    activeAccounts: (await readMailboxCount(tx, order)) ?? 0,
    taxes: taxesOf(taxes, today),
    taxedFor: taxes.taxedFor,
    plans: sold,
    presentPlan: { ...order.plan, prices: await listPrices(tx, [order.planId]) },
    addOns: await listAddOnsFor(tx, billed, partnerId),
    catalogueType: (type) => (partner === null ? type : catalogueType(type, partner.brand)),
    mailboxes: await listNamedMailboxes(tx, billed, asked.orderItems),
    presentZIndex: order.plan.zIndex,
    isDowngradeOffered: partner?.brand === 'neo',
    fits: await readRoomInPlans(tx, order),
    scheduledRefusal: await readScheduledRefusal(tx, billed),
    renewableDaysAhead: renewableDaysAhead(partner === null ? 'panel' : whoTakesPayment(partner)),
    monthExtension,
    hasMonthOffer: billing.hasMonthOffer,
    restartOn: billing.stoppedAt === null ? null : today,
    addOnPriceOf: await readAddOnPrices(tx, order.currency, billed.billing.addOns),
    trialBecomes: planKind(order.plan) === 'trial' ? await paidPlanOf(tx, billed) : null,
    isDisputed: (await listHeldPayments(tx, order)).length > 0,
    inDays: (days) => plainDateOf(now.getTime() + days * MILLIS_A_DAY),
  };
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
