import type { Plan } from '@postern/contract/plans';
import type { CurrentPlan, OrderDetails } from '@postern/contract/subscriptions';
import { refuseByState } from '@postern/domain/billing';
import { mayChangeBilling } from '@postern/domain/plans';
import { useQuery } from '@tanstack/react-query';
import { useRole } from '../../lib/access/use-role.ts';
import { usePartner } from '../../lib/frame/partner.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { allPlansQuery } from '../subscriptions/queries.ts';
import { plansOffered } from './plans/plans-offered.ts';

export type Offers = {
  /** More mailboxes: only a paid plan has a number of them. */
  mailboxes: boolean;
  /** Add-ons of the mail plan; before a paid plan, their page says that one comes first. */
  addOns: boolean;
  /** A first plan, in place of a trial or the free plan. */
  firstPlan: boolean;
  /** The next higher plan of each paid order, which its page has chosen already. */
  higher: ReadonlyMap<OrderDetails['orderId'], Plan>;
};

/** What the visitor may buy for this plan now, for buttons that lead there. The server makes every check again. */
export function useOffers(plan: CurrentPlan | undefined): Offers {
  const partner = usePartner();
  const { bundleId = '' } = useSession();
  const mayBuy = mayChangeBilling(useRole()) && plan !== undefined && !isLocked(plan);
  const { data: sold } = useQuery({
    ...allPlansQuery(bundleId, plan?.currency ?? 'USD'),
    enabled: mayBuy,
  });
  if (!mayBuy) return { mailboxes: false, addOns: false, firstPlan: false, higher: new Map() };
  const { mailSuiteDetails: mail, siteDetails: site } = plan;
  const next = (order: OrderDetails | null | undefined, all: readonly Plan[] = []): [string, Plan][] => {
    if (!order?.planDetails.isPaid) return [];
    const present = all.find(({ id }) => id === order.planId);
    const found = present && plansOffered(order, all, partner.brand).find(({ zIndex }) => zIndex > present.zIndex);
    return found ? [[order.orderId, found]] : [];
  };
  return {
    addOns: mail != null,
    mailboxes: mail?.planDetails.isPaid === true,
    firstPlan: mail != null && !mail.planDetails.isPaid,
    higher: new Map([...next(mail, sold?.mailSuite), ...next(site, sold?.site)]),
  };
}

/** In the last day, after the end and once it is cancelled, nothing but the renewal can be paid for. */
const isLocked = ({ subscriptionStatus, remainingDays }: CurrentPlan): boolean =>
  refuseByState({ isCancelled: subscriptionStatus === 'cancel-subscription' }, { remainingDays }) !== null;
