import { sql } from 'drizzle-orm';
import { compareDisputes } from './compare-disputes.ts';
import { compareWithGateway, type GatewayDeps, type Resume } from './gateway-books/compare-with-gateway.ts';
import { type Difference, findDifferences } from './find-differences.ts';

/** A payment may be booked this much later than it was made: some banks take days. */
const LONGEST_PAYMENT_MILLIS = 60 * 86_400_000;

type Span = { from: Date; to: Date };

/** Compares the books with the payments, the orders, the invoices and the gateway. Amounts are minor units; an empty list means that all agree. */
export async function reconcile(deps: GatewayDeps, { from, to }: Span, resume?: Resume): Promise<Difference[]> {
  const { db, gateway } = deps;
  const [since, until] = [from.toISOString(), to.toISOString()];
  const early = new Date(from.getTime() - LONGEST_PAYMENT_MILLIS).toISOString();
  const late = new Date(to.getTime() + LONGEST_PAYMENT_MILLIS).toISOString();
  const differing = (what: string, query: ReturnType<typeof sql>) => findDifferences(db, what, query);
  return [
    ...(await differing(
      'payments',
      // The two sides may be of different days, as a payment is made before it is booked. So the span selects keys, not rows.
      sql`with paid as (
          select 'payment/' || payment_id as key, currency, amount_minor, created_at as at from billing_payment
            where state in ('paid', 'refunding', 'refunded') and amount_minor > 0 and created_at >= ${early} and created_at < ${late}
          union all select kind || '/' || reference, currency, amount_minor, created_at from ledger_entry
            where created_at >= ${early} and created_at < ${late}),
        booked as (
          select journal_key as key, currency, sum(abs(amount_minor)) as amount_minor, max(at) as at from book_posting
            where account in ('cash', 'partner-receivable') and kind not in ('dispute', 'fee') and at >= ${early} and at < ${late}
              and journal_key not like 'refund/%' and journal_key not like 'credit-note/%' and journal_key not like 'refund-%' group by 1, 2
          union all select kind || '/' || reference, currency, sum(abs(amount_minor)), max(at) from book_posting
            where account in ('cash', 'partner-receivable') and kind = 'refund' and purchase_id is not null and journal_key not like 'credit-note/%' and journal_key not like 'refund-%'
              and at >= ${early} and at < ${late} group by 1, 2)
        select coalesce(paid.key, booked.key) as reference, coalesce(paid.currency, booked.currency) as currency,
          booked.amount_minor as books, paid.amount_minor as other
        from paid full join booked using (key, currency) where paid.amount_minor is distinct from booked.amount_minor
          and ((paid.at >= ${since} and paid.at < ${until}) or (booked.at >= ${since} and booked.at < ${until})) order by 1`,
    )),
    ...(await differing(
      'credit',
      sql`with owed as (select customer_id, o.currency, sum(credit_minor) as minor from order_billing b
          join plan_order o using (customer_id, bundle_id, order_id) group by 1, 2),
        booked as (select customer_id, currency, -sum(amount_minor) as minor from book_posting where account = 'credit' group by 1, 2)
        select coalesce(owed.customer_id, booked.customer_id)::text as reference, coalesce(owed.currency, booked.currency) as currency,
          booked.minor as books, owed.minor as other
        from owed full join booked using (customer_id, currency) where coalesce(owed.minor, 0) <> coalesce(booked.minor, 0) order by 1`,
    )),
    ...(await differing(
      'invoice',
      // A partner that is paid invoices its customers itself, and sales from before there were invoices have none.
      sql`with of_partners as (select journal_key, purchase_id from book_posting where account = 'partner-receivable'),
        sold as (
          select journal_key as key, currency, -sum(amount_minor) as minor from book_posting
            where account in ('revenue', 'tax') and at >= greatest(${since}::timestamptz, (select min(issued_at) from invoice)) and at < ${until}
              and journal_key not in (select journal_key from of_partners)
              and (purchase_id is null or purchase_id not in (select purchase_id from of_partners where purchase_id is not null))
            group by 1, 2 having sum(amount_minor) <> 0),
        issued as (select journal_key as key, currency, total_minor as minor, number from invoice
          where issued_at >= ${since} and issued_at < ${until})
        select coalesce(issued.number, sold.key) as reference, coalesce(sold.currency, issued.currency) as currency,
          sold.minor as books, issued.minor as other
        from sold full join issued using (key, currency) where sold.minor is distinct from issued.minor order by 1`,
    )),
    // Money that a partner took for something no longer available, until it reports the refund.
    ...(await differing(
      'refund at partner',
      sql`select 'payment/' || payment_id as reference, currency, amount_minor as books, 0 as other from billing_payment
        where gateway = 'partner-page' and state = 'refunding' and created_at < ${until}
        union all select 'settlement/' || purchase_id, currency, amount_minor, 0 from purchase
        where gateway = 'partner-page' and state = 'refunding' and created_at < ${until} order by 1`,
    )),
    ...(await compareWithGateway(deps, { from, to }, resume)),
    ...(await compareDisputes(db, gateway, since, until)),
  ];
}
