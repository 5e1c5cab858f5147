import type { FoundCustomer } from '@postern/contract/staff';
import { toAsciiName } from '@postern/domain/addresses';
import { FOUND_MAXIMUM, readStaffSearch, SEARCHES_MAXIMUM, type StaffSearch } from '@postern/domain/staff';
import { sql, type SQL } from 'drizzle-orm';
import { type Database, type Queryable, rowsOf } from '../../db/client.ts';
import { fieldProblem } from '../../http/field-problem.ts';
import { countAttempt } from '../../http/limit-attempts.ts';
import { invalid } from '../../http/panel-error.ts';
import type { StaffContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { writeStaffAudit } from './staff-audit.ts';

type Deps = { db: Database; clock: Clock };

/** Finds customers for a member of staff; for partner support, those of its partner only. Every search is counted and recorded. */
export async function searchCustomers(deps: Deps, { staff }: StaffContext, q: string) {
  const asked = readStaffSearch(q);
  if (asked === null) throw invalid([fieldProblem('q', 'SEARCH_UNCLEAR')]);
  await countAttempt(deps, [`staff-search/${staff.staffId}`], SEARCHES_MAXIMUM);
  return deps.db.asSystem(async (tx) => {
    const found = await findCustomers(tx, asked, staff.partnerId);
    const attrs = { by: asked.by, for: wordsOf(asked), found: found.length };
    await writeStaffAudit(tx, deps.clock, { staffId: staff.staffId, action: 'staff.searched', attrs });
    return { customers: found.slice(0, FOUND_MAXIMUM), isCut: found.length > FOUND_MAXIMUM };
  });
}

function wordsOf(asked: StaffSearch): string {
  if (asked.by === 'email') return asked.email;
  if (asked.by === 'id') return asked.id;
  if (asked.by === 'short-id') return asked.end;
  return asked.by === 'card' ? asked.lastFourDigits : asked.beginning;
}

/** Selects the ids of the customers that match a search. */
function matches(asked: StaffSearch): SQL {
  switch (asked.by) {
    case 'email':
      return sql`select customer_id from customer where email = ${asked.email}
        union select customer_id from name_registry where name = mail.current_address(${asked.email}) and kind in ('mailbox', 'alias', 'forwarder')`;
    case 'id':
      return sql`select customer_id from customer where customer_id = ${asked.id}::uuid
        union select customer_id from plan_order where order_id = ${asked.id}::uuid
        union select customer_id from bundle where bundle_id = ${asked.id}::uuid`;
    case 'short-id':
      return sql`select customer_id from customer where right(replace(customer_id::text, '-', ''), 10) = ${asked.end}
        union select customer_id from bundle where domain_name like ${beginningOf(asked.beginning)}`;
    case 'card':
      return sql`select customer_id from saved_card where last_four_digits = ${asked.lastFourDigits}`;
    case 'domain': {
      const name = toAsciiBeginning(asked.beginning);
      // `bundle` is small, so a search by prefix is fast there. `name_registry` also holds every mailbox, so a former domain must match whole.
      return sql`select customer_id from bundle where domain_name like ${beginningOf(asked.beginning)}
        union select customer_id from name_registry where name = ${name} and kind = 'former-domain'`;
    }
  }
}

/** Converts a complete international name to its stored form. The beginning of a name stays as typed. */
const toAsciiBeginning = (name: string): string => toAsciiName(name) ?? name;

/** A pattern for names that begin with this text, with its wildcards escaped. */
const beginningOf = (name: string): string => `${toAsciiBeginning(name).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

type Row = Omit<FoundCustomer, 'domains'> & { domains: FoundCustomer['domains'] | null };

/** Finds one customer more than is shown, to know whether there are more. */
async function findCustomers(tx: Queryable, asked: StaffSearch, partnerId: number | null): Promise<FoundCustomer[]> {
  const rows = await rowsOf<Row>(
    tx,
    sql`select customer.customer_id as "customerId", customer.name, customer.email, customer.partner_id as "partnerId",
        partner.company_name as "partnerName",
        (select json_agg(json_build_object('bundleId', bundle.bundle_id, 'domainName', bundle.domain_name, 'planName', (
            select plan.display_name from plan_order ordered join plan on plan.plan_id = ordered.plan_id
            where ordered.customer_id = bundle.customer_id and ordered.bundle_id = bundle.bundle_id
              and ordered.status <> 'cancelled' order by ordered.created_at limit 1)) order by bundle.created_at)
          from bundle where bundle.customer_id = customer.customer_id) as domains
      from customer join partner on partner.partner_id = customer.partner_id
      where customer.customer_id in (${matches(asked)})
        and (${partnerId}::int is null or customer.partner_id = ${partnerId}::int)
        and customer.email not like 'erased:%'
      order by customer.created_at desc limit ${FOUND_MAXIMUM + 1}`,
  );
  return rows.map((row) => ({ ...row, domains: row.domains ?? [] }));
}
