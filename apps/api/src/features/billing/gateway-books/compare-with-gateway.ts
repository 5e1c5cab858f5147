import type { Page, PaymentGateway } from '@postern/adapter-payment/port';
import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../../../db/client.ts';
import type { MovableClock } from '../../../runtime/clock.ts';
import type { Difference } from '../find-differences.ts';
import { compareBooked, type KeptCharge } from './compare-booked.ts';
import { findUnbookedCharges, findUnbookedRefunds } from './find-unbooked.ts';

export type GatewayDeps = { db: Database; gateway: PaymentGateway; clock: Pick<MovableClock, 'now' | 'unmoved'> };

/** What a run before this one has done already, and where this one notes how far it is. */
export type Resume = {
  /** The first day that isn't compared yet, as its first instant; null: all of them. */
  from: Date | null;
  found: readonly Difference[];
  keep(from: Date, found: readonly Difference[]): Promise<unknown>;
};

const MINUTE_MILLIS = 60_000;
const DAY_MILLIS = 86_400_000;
/** A bank may take days to say that it has paid, and the gateway lists the payment on the day when it was begun. */
const LOOK_BACK_DAYS = 7;
/** What is younger may still be on its way into the books. */
const IN_FLIGHT_MILLIS = 2 * 3_600_000;
/** How much of a day's list is kept in memory. The gateway is asked about each charge beyond that. */
const MOST_KEPT = 50_000;

/**
 * Compares the books with the gateway both ways, a day at a time. What the gateway lists must be booked, also where nothing here knows of it any
 * more; what is booked must be at the gateway, with the same amounts. A day's list spares the question about each of its charges.
 */
export async function compareWithGateway(
  { db, gateway, clock }: GatewayDeps,
  { from, to }: { from: Date; to: Date },
  resume?: Resume,
): Promise<Difference[]> {
  // In evaluation, the gateway's clock isn't moved. The two are read one after the other, so what is left of a minute means nothing.
  const moved = Math.round((clock.now().getTime() - clock.unmoved().getTime()) / MINUTE_MILLIS) * MINUTE_MILLIS;
  const ripe = clock.unmoved().getTime() - IN_FLIGHT_MILLIS;
  const found: Difference[] = [...(resume?.found ?? [])];
  const last = Math.min(to.getTime(), clock.now().getTime() + DAY_MILLIS);
  const beginning = (await readBeginning(db)) ?? startOfDay(last);
  const first = Math.max(from.getTime(), beginning) - LOOK_BACK_DAYS * DAY_MILLIS;
  for (let day = Math.max(first, resume?.from?.getTime() ?? first); day < last; day += DAY_MILLIS) {
    const end = Math.min(day + DAY_MILLIS, last);
    const span = { fromEpochMillis: day - moved, toEpochMillis: end - moved };
    const isCompared = day >= from.getTime();
    const charges = new Map<string, KeptCharge>();
    for await (const entries of pagesOf((cursor) => gateway.listCharges({ ...span, cursor }))) {
      found.push(...(await findUnbookedCharges(db, entries, ripe)));
      if (isCompared)
        for (const { intentId, amountMinor, refundedMinor } of entries)
          if (charges.size < MOST_KEPT) charges.set(intentId, { amountMinor, refundedMinor });
    }
    if (isCompared)
      found.push(...(await compareBooked(db, gateway, { from: new Date(day), to: new Date(end) }, charges)));
    // A refund of a charge that differs anyway isn't named twice.
    const named = new Set(found.map(({ reference }) => reference));
    for await (const entries of pagesOf((cursor) => gateway.listRefunds({ ...span, cursor })))
      found.push(
        ...(await findUnbookedRefunds(
          db,
          entries.filter(({ intentId }) => !named.has(intentId)),
          ripe,
        )),
      );
    await resume?.keep(new Date(end), found);
  }
  return found;
}

/** When the books begin; null: nothing is booked. Nothing is asked about the years before. */
async function readBeginning(db: Database): Promise<number | null> {
  const [row] = await db.asSystem((tx) =>
    rowsOf<{ at: string | Date | null }>(tx, sql`select min(at) as at from book_posting where account = 'cash'`),
  );
  return row?.at == null ? null : startOfDay(new Date(row.at).getTime());
}

const startOfDay = (millis: number): number => Math.floor(millis / DAY_MILLIS) * DAY_MILLIS;

/** The pages of a list, one in memory at a time. */
async function* pagesOf<Entry>(
  read: (cursor: string | null) => Promise<Page<Entry>>,
): AsyncGenerator<readonly Entry[]> {
  let cursor: string | null = null;
  do {
    const { entries, next }: Page<Entry> = await read(cursor);
    if (entries.length > 0) yield entries;
    if (next !== null && next === cursor) throw new Error('The gateway answers the same page again.');
    cursor = next;
  } while (cursor !== null);
}
