import type { PaymentGateway } from '@postern/adapter-payment/port';
import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../../db/client.ts';
import { type Difference, findDifferences } from './find-differences.ts';
import { unlessUnknown } from './gateway-books/compare-booked.ts';

/**
 * Compares what disputes have moved in the books with how they ended and with what the gateway says. Covers disputes that are open or fall
 * into the span.
 */
export async function compareDisputes(
  db: Database,
  gateway: PaymentGateway,
  since: string,
  until: string,
): Promise<Difference[]> {
  const wrong = await findDifferences(
    db,
    'dispute',
    // What banks have taken and not decided about; nothing is left of what they have. Credit that is gone with a payment is no bank's.
    sql`with held as (select d.dispute_id as reference, d.currency, sum(p.amount_minor) filter (where p.account = 'dispute') as booked,
            coalesce(sum(p.amount_minor) filter (where p.account = 'dispute-loss'), 0) as lost, d.lost_minor, d.closed_at
          from dispute d left join lateral (select account, amount_minor from book_posting p where p.reference = d.dispute_id
            and p.customer_id = d.customer_id and p.currency = d.currency and p.kind = 'dispute'
            and p.journal_key not like 'dispute-credit/%') p on true
          where d.opened_at < ${until} and (d.closed_at is null or d.closed_at >= ${since})
          group by d.dispute_id, d.currency, d.lost_minor, d.closed_at)
        select reference, currency, case when lost <> lost_minor then lost else booked end as books,
          case when lost <> lost_minor then lost_minor else 0 end as other
        from held where lost <> lost_minor or (closed_at is not null and coalesce(booked, 0) <> 0) order by 1`,
  );
  return [...wrong, ...(await compareMoved(db, gateway, since, until))];
}

/** The money of each dispute, as the gateway has moved it. */
async function compareMoved(
  db: Database,
  gateway: PaymentGateway,
  since: string,
  until: string,
): Promise<Difference[]> {
  type Held = { reference: string; currency: string; moved: string };
  const held = await db.asSystem((tx) =>
    rowsOf<Held>(
      tx,
      sql`select d.dispute_id as reference, d.currency, coalesce((select sum(p.amount_minor) from book_posting p
            where p.reference = d.dispute_id and p.customer_id = d.customer_id and p.account = 'cash' and p.kind = 'dispute'), 0) as moved
        from dispute d where d.opened_at < ${until} and (d.closed_at is null or d.closed_at >= ${since}) order by 1`,
    ),
  );
  const differences: Difference[] = [];
  for (const { reference, currency, moved } of held) {
    const heard = await unlessUnknown(gateway.readDispute(reference));
    const other = (heard?.movements ?? []).reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    if (other !== Number(moved))
      differences.push({ what: 'gateway dispute', reference, currency, books: Number(moved), other });
  }
  return differences;
}
