import type { Plan } from '@postern/contract/plans';
import type { OrderDetails } from '@postern/contract/subscriptions';
import { canDowngrade } from '@postern/domain/plans';
import type { PartnerInfo } from '@postern/contract/partners';

/** The paid plans that an order may go to, the lowest first: lower ones only where the brand offers them. */
export function plansOffered(
  { planId, product, planDetails }: OrderDetails,
  sold: readonly Plan[],
  brand: PartnerInfo['brand'],
): Plan[] {
  const paid = sold
    .filter(({ isTrial, pricing }) => !isTrial && Object.keys(pricing).length > 0)
    .toSorted((one, other) => one.zIndex - other.zIndex);
  const present = paid.find(({ id }) => id === planId);
  if (!planDetails.isPaid || present === undefined) return paid;
  const ranked = paid.map((plan) => ({ planId: plan.id, product, isTrial: false, isFree: false, zIndex: plan.zIndex }));
  const own = ranked.find((plan) => plan.planId === planId);
  const hasLower = own !== undefined && canDowngrade(own, ranked, brand);
  return paid.filter(({ zIndex }) => hasLower || zIndex >= present.zIndex);
}
