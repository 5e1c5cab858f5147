import type { LostPayment, StatementEntry } from '@postern/domain/partner-statements';
import { sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '../../db/client.ts';

type Row = Omit<StatementEntry, 'at' | 'isLate'> & { at: string | Date; journals: string[]; lost: LostPayment | null };

/** An entry, and the journals of the books that it is made of. */
export type BookedEntry = StatementEntry & { journals: string[]; lost: LostPayment | null };

/**
 * The entries for a partner's customers until an instant that are in the books, but in no statement yet. A purchase is booked when it is
 * paid and when it is sold; both make one entry. The books still know the partner after a customer is erased.
 */
export async function readEntries(
  tx: Queryable,
  { partnerId, from, until }: { partnerId: number; from: Date; until: Date },
): Promise<BookedEntry[]> {
  const rows = await rowsOf<Row>(
    tx,
    sql`with posting as (
        select b.*, case when purchase_id is not null and kind <> 'refund' then 'purchase/' || purchase_id else journal_key end as entry
        from book_posting b
        where at < ${until.toISOString()}
          and customer_id in (select customer_id from customer where partner_id = ${partnerId}
            union select customer_id from customer_erasure where partner_id = ${partnerId})
          and not exists (select from partner_statement_journal j where j.journal_key = b.journal_key)),
      summed as (
        select entry, currency, min(at) as at, min(kind) as kind, array_agg(distinct journal_key) as journals,
          max(customer_id::text)::uuid as customer_id, max(bundle_id::text)::uuid as bundle_id,
          max(order_id::text)::uuid as order_id, max(purchase_id::text)::uuid as purchase_id, max(reference) as reference,
          coalesce(sum(amount_minor) filter (where account = 'partner-receivable'), 0) as by_partner,
          coalesce(sum(amount_minor) filter (where account = 'cash'), 0) as by_panel,
          -coalesce(sum(amount_minor) filter (where account = 'revenue'), 0) as net,
          -coalesce(sum(amount_minor) filter (where account = 'tax'), 0) as tax,
          coalesce(sum(amount_minor) filter (where account = 'credit'), 0) as credit,
          -coalesce(sum(amount_minor) filter (where account = 'advance'), 0) as held,
          coalesce(sum(amount_minor) filter (where account = 'dispute-loss'), 0) as lost
        from posting group by entry, currency)
      select s.at, s.journals, s.currency, coalesce(s.bundle_id, p.bundle_id) as "bundleId", coalesce(s.order_id, p.order_id) as "orderId",
        case when s.kind = 'refund' then 'refund' when s.purchase_id is not null then 'purchase'
          when q.items -> 0 ->> 'action' = 'renew' then 'renewal'
          when b.kind = 'change' then coalesce(q.items -> 0 ->> 'action', 'change') else coalesce(b.kind, s.kind) end as what,
        coalesce(a.reference, p.settlement ->> 'reference', s.reference) as reference,
        by_partner::float8 as "collectedByPartnerMinor", by_panel::float8 as "collectedByPanelMinor", net::float8 as "netMinor",
        tax::float8 as "taxMinor", credit::float8 as "creditUsedMinor", held::float8 as "heldForCustomerMinor",
        case when lost <> 0 then json_build_object('amountMinor', lost, 'saleNetMinor', coalesce(i.net_minor, 0),
          'saleTotalMinor', coalesce(i.total_minor, 0)) end as lost
      from summed s
        left join purchase p on p.purchase_id = s.purchase_id
        left join billing_payment b on b.customer_id = s.customer_id and b.bundle_id = s.bundle_id and 'payment/' || b.payment_id = s.entry
        left join quote q on q.customer_id = b.customer_id and q.bundle_id = b.bundle_id and q.quote_id = b.quote_id
        left join partner_payment a on a.payment_id = b.payment_id
        left join dispute d on s.kind = 'dispute' and d.dispute_id = s.reference
        left join invoice i on i.customer_id = d.customer_id and i.journal_key = d.journal_key
      order by s.at, s.entry, s.currency`,
  );
  return rows.map(({ at, ...row }) => {
    const when = new Date(at);
    return { ...row, at: when.toISOString(), isLate: when < from };
  });
}
