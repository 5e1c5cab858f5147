import type { listAddOns } from '@postern/contract/billing-details';
import type { OutputOf } from '@postern/contract/operation';
import type { CurrentPlan, OwnedAddOn } from '@postern/contract/subscriptions';
import { catalogueType } from '@postern/domain/partners';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { usePartner } from '../../lib/frame/partner.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { currentPlanQuery } from '../subscriptions/queries.ts';
import { addOnsQuery } from '../upgrade/queries.ts';

export type SoldAddOn = OutputOf<typeof listAddOns>['addons'][number];

/** The add-on that the address names, by the catalogue's name or the brand's (`{product}_max`), with the domain's purchases of it. */
export function useAddOn() {
  const { addon = '' } = useParams({ strict: false }) as { addon?: string };
  const { brand } = usePartner();
  const { bundleId = '', domain = '' } = useSession();
  const format = useFormat();
  const plan = useQuery(currentPlanQuery(bundleId, domain));
  const sold = useQuery(addOnsQuery(bundleId));
  const type = catalogueType(addon, brand);
  const found = sold.data?.find((one) => one.type === type);
  return {
    type,
    plan: plan.data,
    sold: found,
    owned: ownedOf(plan.data, type),
    name: found === undefined ? type : format.name(found),
    isReady: plan.data !== undefined && sold.data !== undefined,
    failed: [plan, sold].find(({ error, data }) => error && !data),
  };
}

export const ownedOf = (plan: CurrentPlan | undefined, type: string): OwnedAddOn[] =>
  (plan?.addons ?? []).filter((one) => one.type === type);
