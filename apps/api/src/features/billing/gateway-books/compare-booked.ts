import { type ChargeEntry, type PaymentGateway, PaymentGatewayError } from '@postern/adapter-payment/port';
import { sql } from 'drizzle-orm';
import { type Database, type Queryable, rowsOf } from '../../../db/client.ts';
import type { Difference } from '../find-differences.ts';

/** What is kept of a charge that the gateway listed. */
export type KeptCharge = Pick<ChargeEntry, 'amountMinor' | 'refundedMinor'>;

type Charge = { reference: string; currency: string; charged: string; refunded: string };

const CHARGES_A_PAGE = 500;

/** Each charge that was booked in a span, as the gateway has it: paid, of the same amount, with the same refunds. */
export async function compareBooked(
  db: Database,
  gateway: PaymentGateway,
  { from, to }: { from: Date; to: Date },
  listed: ReadonlyMap<string, KeptCharge>,
): Promise<Difference[]> {
  const booked = sql`c.at >= ${from.toISOString()} and c.at < ${to.toISOString()}`;
  const differences: Difference[] = [];
  let after = '';
  for (;;) {
    const page = await db.asSystem((tx) => readBooked(tx, sql`${booked} and c.reference > ${after}`));
    for (const charge of page)
      if (!agrees(charge, listed.get(charge.reference)))
        differences.push(...(await lookAgain(db, gateway, charge, booked)));
    if (page.length < CHARGES_A_PAGE) return differences;
    after = page.at(-1)?.reference ?? '';
  }
}

const agrees = ({ charged, refunded }: Charge, kept: KeptCharge | undefined): boolean =>
  kept !== undefined && kept.amountMinor === Number(charged) && kept.refundedMinor === Number(refunded);

const readBooked = (tx: Queryable, which: ReturnType<typeof sql>) =>
  rowsOf<Charge>(
    tx,
    sql`select c.reference, c.currency, sum(c.amount_minor) as charged,
        coalesce((select -sum(r.amount_minor) from book_posting r where r.customer_id = c.customer_id and r.account = 'cash'
          and r.kind = 'refund' and (r.purchase_id = c.purchase_id or r.quote_id = c.quote_id)), 0) as refunded
      from book_posting c where c.account = 'cash' and c.kind = 'charge' and c.reference is not null and ${which}
      group by c.reference, c.currency, c.customer_id, c.purchase_id, c.quote_id order by 1 limit ${CHARGES_A_PAGE}`,
  );

/** The list didn't have it, or it changed meanwhile: the gateway is asked about this one, and the books are read after that. */
async function lookAgain(
  db: Database,
  gateway: PaymentGateway,
  { reference, currency }: Charge,
  booked: ReturnType<typeof sql>,
): Promise<Difference[]> {
  const intent = await unlessUnknown(gateway.readIntent(reference));
  const paid = intent?.status === 'succeeded' ? intent.amountMinor : 0;
  const other = intent?.refundedMinor ?? 0;
  const rows = await db.asSystem((tx) => readBooked(tx, sql`${booked} and c.reference = ${reference}`));
  return rows.flatMap((row) => {
    const [charged, refunded] = [Number(row.charged), Number(row.refunded)];
    return [
      ...(paid === charged ? [] : [{ what: 'gateway charge', reference, currency, books: charged, other: paid }]),
      ...(other === refunded ? [] : [{ what: 'gateway refund', reference, currency, books: refunded, other }]),
    ];
  });
}

/** What the gateway has never had is a difference like any other, and mustn't keep the rest from being compared. */
export async function unlessUnknown<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof PaymentGatewayError && error.kind === 'refused') return null;
    throw error;
  }
}
