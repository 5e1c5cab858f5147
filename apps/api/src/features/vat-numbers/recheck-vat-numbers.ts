import { askAgainBefore, numberToCheck } from '@postern/domain/reverse-charge';
import { sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '../../db/client.ts';
import { readCustomerForMail } from '../bundles/public.ts';
import { askRegister, type VatDeps } from './check-vat-number.ts';
import { sellerForTaxes, vatBuyerOf } from './read-reverse-charge.ts';

const HOUR_MILLIS = 3_600_000;
/** How long to wait before asking an unavailable register again, until the days below are over. */
const RETRY_HOURS = 6;
const FORGOTTEN_DAYS = 90;
const CANDIDATES = 500;
/** Limits the length of a run; the next one continues. */
const QUESTIONS = 50;

type Place = { customer_id: string; number: string; checked_at: string };
type Candidate = Place & { partner_id: number };

/**
 * Asks again about numbers that were valid a month ago, and about those that had no answer. A register that is away ends the run. Two
 * processes may ask about the same number: the second answer does no harm.
 */
export async function recheckVatNumbers(deps: VatDeps, stopping: AbortSignal): Promise<void> {
  const { db, clock, vatRegister } = deps;
  if (vatRegister === null) return;
  const now = clock.now().getTime();
  let asked = 0;
  let after: Place | null = null;
  for (;;) {
    const page: Candidate[] = await db.asSystem((tx) => listCandidates(tx, now, after));
    for (const { customer_id: customerId, partner_id: partnerId, number } of page) {
      if (stopping.aborted || asked >= QUESTIONS) return;
      const seller = await db.asSystem(async (tx) => {
        const customer = await readCustomerForMail(tx, customerId);
        const from = await sellerForTaxes(tx, partnerId);
        const present = customer === null ? null : numberToCheck(from, vatBuyerOf(customer));
        return present?.ok === true && present.value === number ? from : null;
      });
      if (seller === null) continue;
      asked += 1;
      if (!(await askRegister(deps, vatRegister, { customerId, partnerId, number, requester: seller.vatId }))) return;
    }
    after = page.at(-1) ?? null;
    if (after === null || page.length < CANDIDATES) return;
  }
}

/**
 * A page of the numbers that are due, the oldest answers first. Numbers that nobody has any more are among them, and stay for months: they are
 * passed over, so that they hold up no other.
 */
const listCandidates = (tx: Queryable, now: number, after: Place | null): Promise<Candidate[]> =>
  rowsOf<Candidate>(
    tx,
    sql`select customer_id::text, partner_id, number, checked_at::text from (
          select distinct on (customer_id, number) customer_id, partner_id, number, answer, checked_at
          from vat_check order by customer_id, number, checked_at desc, check_id desc) last
        where checked_at > ${iso(now - FORGOTTEN_DAYS * 24 * HOUR_MILLIS)}
          and ((answer = 'valid' and checked_at < ${iso(askAgainBefore(now))})
            or (answer = 'unreachable' and checked_at < ${iso(now - RETRY_HOURS * HOUR_MILLIS)}))
          and ${after === null ? sql`true` : sql`(checked_at, customer_id, number) > (${after.checked_at}::timestamptz, ${after.customer_id}::uuid, ${after.number})`}
        order by checked_at, customer_id, number limit ${CANDIDATES}`,
  );

const iso = (millis: number): string => new Date(millis).toISOString();
