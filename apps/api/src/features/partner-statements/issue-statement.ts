import { type PricedEntry, priceEntries } from '@postern/domain/partner-statements';
import { addMonthsClamped, plainDateOf, startOfDayMillis } from '@postern/domain/dates';
import { and, desc, eq, lte, max, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../db/client.ts';
import { rowsOf } from '../../db/client.ts';
import type { Clock } from '../../runtime/clock.ts';
import { type BookedEntry, readEntries } from './read-entries.ts';
import { partnerShare, partnerStatement, partnerStatementJournal } from './tables.ts';

/** A partner's statement of a month. `issuedAt` is null while the month runs: then it may still change. */
export type Statement = {
  partnerId: number;
  /** Its first day. */
  month: string;
  shareBasisPoints: number;
  entries: PricedEntry[];
  issuedAt: Date | null;
};

type Deps = { db: Database; clock: Pick<Clock, 'now'> };

/** The class of the advisory lock: one process at a time issues the statements of a partner. */
const LOCK_CLASS = 1_886_352_246;

/**
 * A partner's statement of a month. If the month is over, the statement is issued, after those of all earlier months, and never changes
 * again. Entries booked for that month later, such as a late renewal, are in the next statement, marked as late.
 */
export function readStatement({ db, clock }: Deps, partnerId: number, month: string): Promise<Statement> {
  return db.asSystem(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_CLASS}, ${partnerId})`);
    const now = clock.now();
    if (endOf(month) > now) return { ...(await compute(tx, partnerId, month)).statement, issuedAt: null };
    for (let next = await firstMissing(tx, partnerId, month); next <= month; next = addMonthsClamped(next, 1))
      await issue(tx, partnerId, next, now);
    const found = await findStatement(tx, partnerId, month);
    // Nothing was booked before the first statement.
    return found ?? { partnerId, month, shareBasisPoints: 0, entries: [], issuedAt: null };
  });
}

const startOf = (month: string): Date => new Date(startOfDayMillis(month));
const endOf = (month: string): Date => startOf(addMonthsClamped(month, 1));

/** The first month without a statement: after the last one, or that of the first entry in the books. */
async function firstMissing(tx: Queryable, partnerId: number, month: string): Promise<string> {
  const [last] = await tx
    .select({ month: max(partnerStatement.month) })
    .from(partnerStatement)
    .where(eq(partnerStatement.partnerId, partnerId));
  if (last?.month) return addMonthsClamped(last.month, 1);
  const [first] = await readEntries(tx, { partnerId, from: startOf(month), until: endOf(month) });
  return first === undefined ? month : `${plainDateOf(Date.parse(first.at)).slice(0, 7)}-01`;
}

async function compute(
  tx: Queryable,
  partnerId: number,
  month: string,
): Promise<{ statement: Omit<Statement, 'issuedAt'>; booked: BookedEntry[] }> {
  const [share] = await tx
    .select({ basisPoints: partnerShare.basisPoints })
    .from(partnerShare)
    .where(and(eq(partnerShare.partnerId, partnerId), lte(partnerShare.fromMonth, month)))
    .orderBy(desc(partnerShare.fromMonth))
    .limit(1);
  const shareBasisPoints = share?.basisPoints ?? 0;
  const booked = await readEntries(tx, { partnerId, from: startOf(month), until: endOf(month) });
  const entries = priceEntries(
    booked.map(({ journals: _, ...entry }) => entry),
    shareBasisPoints,
  );
  return { statement: { partnerId, month, shareBasisPoints, entries }, booked };
}

async function issue(tx: Queryable, partnerId: number, month: string, issuedAt: Date): Promise<void> {
  const { statement, booked } = await compute(tx, partnerId, month);
  await tx.insert(partnerStatement).values({ ...statement, issuedAt });
  const keys = [...new Set(booked.flatMap(({ journals }) => journals))];
  for (let at = 0; at < keys.length; at += 1000)
    await tx
      .insert(partnerStatementJournal)
      .values(keys.slice(at, at + 1000).map((journalKey) => ({ journalKey, partnerId, month })));
}

async function findStatement(tx: Queryable, partnerId: number, month: string): Promise<Statement | null> {
  const [row] = await tx
    .select()
    .from(partnerStatement)
    .where(and(eq(partnerStatement.partnerId, partnerId), eq(partnerStatement.month, month)));
  return row ?? null;
}

/** The domains of entries, for the people who read a statement. An entry whose customer was erased has none. */
export async function readDomainNames(tx: Queryable, { entries }: Statement): Promise<Map<string, string>> {
  const ids = [...new Set(entries.flatMap(({ bundleId }) => bundleId ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<{ id: string; name: string }>(
    tx,
    sql`select bundle_id as id, domain_name as name from bundle where bundle_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Whether the statement of a month, or of a later one, has been issued. */
export async function isIssuedFrom(tx: Queryable, partnerId: number, month: string): Promise<boolean> {
  const [last] = await tx
    .select({ month: max(partnerStatement.month) })
    .from(partnerStatement)
    .where(eq(partnerStatement.partnerId, partnerId));
  return last?.month !== null && last?.month !== undefined && last.month >= month;
}
