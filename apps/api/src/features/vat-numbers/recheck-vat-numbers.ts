import { askAgainBefore, numberToCheck } from '@postern/domain/reverse-charge';
import { sql } from 'drizzle-orm';
import { rowsOf } from '../../db/client.ts';
import { readCustomerForMail } from '../bundles/public.ts';
import { askRegister, type VatDeps } from './check-vat-number.ts';
import { sellerForTaxes, vatBuyerOf } from './read-reverse-charge.ts';

const HOUR_MILLIS = 3_600_000;
/** A register that was away is asked again after so long, and no longer than for the days below. */
const RETRY_HOURS = 6;
const FORGOTTEN_DAYS = 90;
const CANDIDATES = 500;
/** So that a run ends soon; the next one goes on. */
const QUESTIONS = 50;

type Candidate = { customer_id: string; partner_id: number; number: string };

/**
 * Asks again about numbers that were valid a month ago, and about those that had no answer. A register that is away ends the run. Two
 * processes may ask about the same number: that gives two answers, and changes nothing.
 */
export async function recheckVatNumbers(deps: VatDeps, stopping: AbortSignal): Promise<void> {
  const { db, clock, vatRegister } = deps;
  if (vatRegister === null) return;
  const now = clock.now().getTime();
  const iso = (millis: number) => new Date(millis).toISOString();
  const candidates = await db.asSystem((tx) =>
    rowsOf<Candidate>(
      tx,
      sql`select customer_id, partner_id, number from (
            select distinct on (customer_id, number) customer_id, partner_id, number, answer, checked_at
            from vat_check order by customer_id, number, checked_at desc, check_id desc) last
          where checked_at > ${iso(now - FORGOTTEN_DAYS * 24 * HOUR_MILLIS)}
            and ((answer = 'valid' and checked_at < ${iso(askAgainBefore(now))})
              or (answer = 'unreachable' and checked_at < ${iso(now - RETRY_HOURS * HOUR_MILLIS)}))
          order by checked_at limit ${CANDIDATES}`,
    ),
  );
  let asked = 0;
  for (const { customer_id: customerId, partner_id: partnerId, number } of candidates) {
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
}
