import type { listInvoices as operation } from '@postern/contract/invoices';
import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import { toAmountNumber } from '@postern/domain/money';
import { mayChangeBilling } from '@postern/domain/plans';
import { and, count, desc, eq, sql } from 'drizzle-orm';
import { ofBundle } from '../../db/bundle-key.ts';
import { type Database, type Queryable, rowsOf } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionActor, SessionContext } from '../../http/request-context.ts';
import { invoice } from './tables.ts';

type Answer = OutputOf<typeof operation>;
export type InvoiceRow = typeof invoice.$inferSelect;

/** The domain's invoices and credit notes, newest first. */
export async function listInvoices(
  { db }: { db: Database },
  { actor }: SessionContext,
  { limit, cursor }: ParsedInputOf<typeof operation>,
): Promise<Answer> {
  assertMaySee(actor);
  const after =
    cursor === undefined
      ? undefined
      : sql`(${invoice.issuedAt}, ${invoice.number}) < (select issued_at, number from invoice
          where customer_id = ${actor.customerId} and number = ${cursor})`;
  return db.asSystem(async (tx) => {
    const ofDomain = ofBundle(invoice, actor);
    const rows = await tx
      .select()
      .from(invoice)
      .where(and(ofDomain, after))
      .orderBy(desc(invoice.issuedAt), desc(invoice.number))
      .limit(limit + 1);
    const [all] = await tx.select({ total: count() }).from(invoice).where(ofDomain);
    const page = rows.slice(0, limit);
    const failed = await readFailedRefunds(tx, actor.customerId, page);
    return {
      invoices: page.map((row) => viewOf(row, failed.get(row.number))),
      nextCursor: rows.length > limit ? (page.at(-1)?.number ?? null) : null,
      total: all?.total ?? 0,
    };
  });
}

/** One of the domain's invoices. */
export async function findInvoice({ db }: { db: Database }, actor: SessionActor, id: string): Promise<InvoiceRow> {
  assertMaySee(actor);
  const [row] = await db.asSystem((tx) =>
    tx
      .select()
      .from(invoice)
      .where(and(ofBundle(invoice, actor), eq(invoice.invoiceId, id))),
  );
  if (row === undefined) throw new PanelError('NOT_FOUND');
  return row;
}

function assertMaySee({ role }: SessionActor): void {
  if (!mayChangeBilling(role)) throw new PanelError('NOT_AUTHORIZED', { reason: 'ASK_YOUR_ADMIN' });
}

/** What became of the money of credit notes that a card didn't take. */
type Failed = { creditNote: string; isOwed: boolean; creditMinor: string };

async function readFailedRefunds(tx: Queryable, customerId: string, page: InvoiceRow[]): Promise<Map<string, Failed>> {
  const notes = page.filter(({ kind, paidMinor }) => kind === 'credit-note' && paidMinor < 0);
  if (notes.length === 0) return new Map();
  const rows = await rowsOf<Failed>(
    tx,
    sql`select credit_note as "creditNote", bool_or(settled_at is null) as "isOwed",
        coalesce(sum(amount_minor) filter (where settled_to = 'credit' and settled_at is not null), 0) as "creditMinor"
      from failed_refund where customer_id = ${customerId} and credit_note is not null group by 1`,
  );
  return new Map(rows.map((row) => [row.creditNote, row]));
}

const viewOf = (row: InvoiceRow, failed?: Failed): Answer['invoices'][number] => ({
  ...{ invoiceId: row.invoiceId, number: row.number, kind: row.kind },
  ...(row.correctsNumber === null ? {} : { correctsNumber: row.correctsNumber }),
  issuedOn: row.issuedOn,
  status: 'paid',
  currency: row.currency as Answer['invoices'][number]['currency'],
  net: toAmountNumber(row.netMinor),
  tax: toAmountNumber(row.taxMinor),
  total: toAmountNumber(row.totalMinor),
  // A note stays as it was issued. What has become credit instead is the customer's to know.
  paid: toAmountNumber(row.paidMinor + Number(failed?.creditMinor ?? 0)),
  credit: toAmountNumber(row.creditMinor - Number(failed?.creditMinor ?? 0)),
  ...(row.kind === 'credit-note' && { refundFailed: failed?.isOwed ?? false }),
  lines: row.content.lines.map(({ kind, name, quantity, unitMinor, from, to, days, ofDays, netMinor, taxes }) => ({
    ...{ kind, text: name, quantity, unitPrice: toAmountNumber(unitMinor), from, to, days, ofDays },
    net: toAmountNumber(netMinor),
    tax: taxes.map(({ name: tax, rateBasisPoints }) => ({ name: tax, rateBasisPoints })),
  })),
  pdfUrl: `/panel/billing/invoices/${row.invoiceId}.pdf`,
  xmlUrl: `/panel/billing/invoices/${row.invoiceId}.xml`,
});
