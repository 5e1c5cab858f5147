import type { Plan } from '@postern/contract/plans';
import type { Currency } from '@postern/contract/shapes';
import { PRODUCT_TYPES, type ProductType } from '@postern/domain/plans';
import type { Database } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { listPricedPlans } from '../plans/public.ts';
import { listOrders } from './order-repository.ts';

type Wish = { orderTypes?: string | undefined; currency?: Currency | undefined };
type AllPlans = { plans: { mailSuite: Plan[]; site: Plan[]; domain: Plan[] } };

/** The plans that the session's partner currently sells, in the requested currency or the one that the bundle is paid in. */
export async function listAllPlans(deps: { db: Database }, { actor }: SessionContext, wish: Wish): Promise<AllPlans> {
  const { customerId, bundleId, partnerId } = actor;
  const orders = await deps.db.asTenant(customerId, (tx) => listOrders(tx, { customerId, bundleId }));
  const [order] = orders;
  if (order === undefined) throw new PanelError('BUNDLE_NOT_FOUND');
  const asked = wish.orderTypes?.split(',') ?? PRODUCT_TYPES;
  const currency = wish.currency ?? (order.currency as Currency);
  const of = async (product: ProductType) =>
    asked.includes(product) ? await listPricedPlans(deps.db.global, product, { partnerId, currency }) : [];
  const [mailSuite, site, domain] = await Promise.all([of('MailSuite'), of('Site'), of('NeoDomain')]);
  return { plans: { mailSuite, site, domain } };
}
