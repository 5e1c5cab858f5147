import type { ScheduledRefusal } from '@postern/domain/billing';
import type { PaymentTaker } from '@postern/domain/partners';
import { nameInLocale } from '@postern/domain/plans';
import type { Queryable } from '../../../db/client.ts';
import { derivedId } from '../../../runtime/ids.ts';
import { readEvenEnded, readCustomerForMail } from '../../bundles/public.ts';
import { enqueueMail } from '../../notifications/public.ts';
import { findAddOns, findPlan } from '../../plans/public.ts';
import type { BilledOrder } from '../../subscriptions/public.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { BILLING_MAIL, type BillingMail } from './billing-mail.ts';

type News = {
  kind: BillingMail;
  at: Date;
  amountMinor?: number;
  /** The add-on's type, and the day that the mail names instead of the order's. */
  addOn?: string;
  endsAt?: Date;
  /** The plan that was chosen for the renewal, and why it can't be had. */
  planId?: number;
  refusal?: ScheduledRefusal | null;
  /** Who takes the customer's money. */
  taker?: PaymentTaker;
};

/**
 * Enqueues a mail about an order to the billing address, in the transaction of the event it reports. The same news of the same instant has
 * the same id, so that it arrives once.
 */
export async function mailCustomer(
  tx: Queryable,
  deps: Pick<BillingDeps, 'jobs'>,
  { order }: BilledOrder,
  { kind, at, amountMinor, addOn, endsAt, planId, refusal = null, taker = 'panel' }: News,
): Promise<void> {
  const [reader, held] = await Promise.all([readCustomerForMail(tx, order.customerId), readEvenEnded(tx, order)]);
  if (reader === null || held === null) return;
  const [named] = addOn === undefined ? [] : await findAddOns(tx, [addOn]);
  const plan = planId === undefined ? null : await findPlan(tx, planId);
  await enqueueMail(tx, deps.jobs, BILLING_MAIL, {
    messageId: derivedId(
      'billing-mail',
      order.orderId,
      kind,
      at.toISOString(),
      ...(addOn === undefined ? [] : [addOn]),
    ),
    to: reader.billingAddress.email,
    attrs: {
      partnerId: held.partnerId,
      locale: reader.locale,
      kind,
      ...(taker !== 'panel' && { taker }),
      domain: held.domainName,
      at: at.toISOString(),
      endsAt: (endsAt ?? order.expiresAt)?.toISOString() ?? null,
      addOn: named === undefined ? null : nameInLocale(named, reader.locale),
      ...(plan && { plan: nameInLocale(plan, reader.locale) }),
      ...(refusal && { refusal }),
      amount: amountMinor === undefined ? null : { minor: amountMinor, currency: order.currency },
    },
  });
}
