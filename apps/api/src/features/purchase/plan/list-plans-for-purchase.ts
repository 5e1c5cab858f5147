import type { OutputOf } from '@postern/contract/operation';
import type { fetchPlans } from '@postern/contract/plans';
import type { Database } from '../../../db/client.ts';
import { PanelError } from '../../../http/panel-error.ts';
import type { PurchaseContext } from '../../../http/request-context.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { findPartner } from '../../partners/public.ts';
import { currencyFor, listPurchasePlans, listTaxLines } from '../../plans/public.ts';
import { findPurchase } from '../purchase-repository.ts';

/** The plans that the link's visitor may choose from, priced for the country in the link. */
export async function listPlansForPurchase(
  { db, clock }: { db: Database; clock: Clock },
  { purchase: actor }: PurchaseContext,
  includeTrials: boolean,
): Promise<OutputOf<typeof fetchPlans>> {
  const purchase = await findPurchase(db.global, actor.purchaseId);
  const partner = await findPartner(db.global, actor.partnerId);
  if (purchase === null || partner === null) throw new PanelError('UNAUTHENTICATED');
  const currency = currencyFor(partner.countryCurrencies, purchase.claims.customerCountry);
  const { plans } = await listPurchasePlans({ db }, { partnerId: actor.partnerId, currency }, includeTrials);
  return { plans, taxes: await listTaxLines(db.global, actor.partnerId), now: clock.now().toISOString() };
}
