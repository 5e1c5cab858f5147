import type { StaffCustomer } from '@postern/contract/staff';
import { SEARCHES_MAXIMUM } from '@postern/domain/staff';
import { sql } from 'drizzle-orm';
import { type Database, type Queryable, rowsOf } from '../../db/client.ts';
import { countAttempt } from '../../http/limit-attempts.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { StaffContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { listVisitsOfCustomer, toSupportVisit } from '../support-visits/public.ts';
import { writeStaffAudit } from './staff-audit.ts';

type Deps = { db: Database; clock: Clock };

const VISITS_SHOWN = 10;

/**
 * Reads a customer's details for a member of staff who may help them. Each call is recorded and counts as a search, so that nobody can try
 * ids without limit.
 */
export async function readCustomer(
  deps: Deps,
  { staff }: StaffContext,
  customerId: string,
): Promise<{ customer: StaffCustomer }> {
  await countAttempt(deps, [`staff-search/${staff.staffId}`], SEARCHES_MAXIMUM);
  const customer = await deps.db.asSystem(async (tx) => {
    const found = await findCustomer(tx, customerId, staff.partnerId);
    if (found === null) return null;
    const attrs = { customerId };
    await writeStaffAudit(tx, deps.clock, { staffId: staff.staffId, action: 'staff.customer-read', attrs });
    const visits = await listVisitsOfCustomer(tx, customerId, VISITS_SHOWN);
    const nameOf = (bundleId: string) => found.domains.find((domain) => domain.bundleId === bundleId)?.domainName ?? '';
    return {
      ...found,
      visits: visits.map((row) => ({
        ...toSupportVisit(row, deps.clock.now()),
        domainName: nameOf(row.bundleId),
      })),
    };
  });
  if (customer === null) throw new PanelError('NOT_FOUND');
  return { customer };
}

type Found = Omit<StaffCustomer, 'visits'>;
type Row = Omit<Found, 'createdAt' | 'domains'> & { createdAt: Date | string; domains: Found['domains'] | null };

const iso = (instant: Date | string): string => new Date(instant).toISOString();

/** Null for an unknown or erased customer, and for those of other partners. */
async function findCustomer(tx: Queryable, customerId: string, partnerId: number | null): Promise<Found | null> {
  const [row] = await rowsOf<Row>(
    tx,
    sql`select customer.customer_id as "customerId", customer.name, customer.email, customer.partner_id as "partnerId",
        partner.company_name as "partnerName", customer.created_at as "createdAt",
        (select json_agg(json_build_object(
            'bundleId', bundle.bundle_id, 'domainName', bundle.domain_name, 'createdAt', bundle.created_at,
            'mailboxes', bundle.mailbox_count,
            'isConnected', coalesce((select (connection.verified->>'mx')::boolean from domain_connection connection
              where connection.customer_id = bundle.customer_id and connection.bundle_id = bundle.bundle_id), false),
            'asksFirst', coalesce((select consent.required from visit_consent consent
              where consent.customer_id = bundle.customer_id and consent.bundle_id = bundle.bundle_id), false),
            'orders', coalesce((select json_agg(json_build_object(
                'product', ordered.product, 'planName', plan.display_name, 'billingCycle', ordered.billing_cycle,
                'status', ordered.status, 'isTrial', plan.is_trial, 'autoRenew', ordered.auto_renew,
                'expiresAt', ordered.expires_at) order by ordered.created_at)
              from plan_order ordered join plan on plan.plan_id = ordered.plan_id
              where ordered.customer_id = bundle.customer_id and ordered.bundle_id = bundle.bundle_id
                and ordered.status <> 'cancelled'), '[]'::json)) order by bundle.created_at)
          from bundle where bundle.customer_id = customer.customer_id) as domains
      from customer join partner on partner.partner_id = customer.partner_id
      where customer.customer_id = ${customerId}::uuid
        and (${partnerId}::int is null or customer.partner_id = ${partnerId}::int)
        and customer.email not like 'erased:%'`,
  );
  if (row === undefined) return null;
  // JSON made by the database writes the zone as an offset.
  const domains = (row.domains ?? []).map((domain) => ({
    ...domain,
    createdAt: iso(domain.createdAt),
    orders: domain.orders.map((order) => ({ ...order, expiresAt: order.expiresAt && iso(order.expiresAt) })),
  }));
  return { ...row, createdAt: iso(row.createdAt), domains };
}
