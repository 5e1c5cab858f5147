import { and, eq, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { bundle } from '../bundles/tables.ts';
import { domainConnection } from '../domain-verification/tables.ts';
import { partner } from '../partners/tables.ts';
import { plan } from '../plans/tables.ts';
import { planOrder } from '../subscriptions/tables.ts';

/** Bundles with a trial order bought before the given time whose required proof of ownership is missing, oldest first. */
export function listUnprovenTrials(tx: Queryable, boughtBefore: Date, atMost: number): Promise<BundleKey[]> {
  return tx
    .select({ customerId: planOrder.customerId, bundleId: planOrder.bundleId })
    .from(planOrder)
    .innerJoin(plan, and(eq(plan.planId, planOrder.planId), eq(plan.isTrial, true)))
    .innerJoin(bundle, ofBundle(bundle, planOrder))
    .innerJoin(partner, eq(partner.partnerId, bundle.partnerId))
    .leftJoin(domainConnection, ofBundle(domainConnection, bundle))
    .where(
      and(
        ne(planOrder.status, 'cancelled'),
        lte(planOrder.createdAt, boughtBefore),
        or(isNull(domainConnection.domainSince), lte(domainConnection.domainSince, boughtBefore)),
        sql`(${partner.brand} = 'neo' or ${partner.flags} ->> 'enableDNSVerification' = 'true')`,
        sql`${domainConnection.verified} ->> 'ownership' is distinct from 'true'`,
      ),
    )
    .groupBy(planOrder.customerId, planOrder.bundleId)
    .orderBy(sql`min(${planOrder.createdAt})`)
    .limit(atMost);
}
