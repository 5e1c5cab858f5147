import type { readTrialConfig as operation } from '@postern/contract/add-ons';
import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import { catalogueType } from '@postern/domain/partners';
import { planKind } from '@postern/domain/plans';
import type { Database } from '../../db/client.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { findPartner } from '../partners/public.ts';
import { listSoldAddOns } from '../plans/public.ts';
import { listBilledOrders } from '../subscriptions/public.ts';

/** Whether an add-on would start with a trial: the add-on offers one, the session's domain hasn't used it, and the domain's plan is paid. */
export async function readTrialConfig(
  { db }: { db: Database },
  { actor }: SessionContext,
  { product }: ParsedInputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { customerId, bundleId, partnerId } = actor;
  const partner = await findPartner(db.global, partnerId);
  const type = partner === null ? product : catalogueType(product, partner.brand);
  const sold = (await listSoldAddOns(db.global, partnerId)).find((one) => one.type === type);
  const orders = await db.asTenant(customerId, (tx) => listBilledOrders(tx, { customerId, bundleId }));
  const mail = orders.find(({ order }) => order.product === 'MailSuite');
  const isOffered =
    mail !== undefined && planKind(mail.order.plan) === 'paid' && !mail.billing.triedAddOns.includes(type);
  const trialDays = isOffered ? (sold?.trialDays ?? 0) : 0;
  return { trialEnabled: trialDays > 0, trialDays };
}
