import type { Page, RefundEntry } from '@postern/adapter-payment/port';
import { asc, isNull } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { failedRefund } from '../tables.ts';
import type { FailedRefund } from './failed-refund-row.ts';
import { followRefund, type RefundDeps } from './follow-refund.ts';

const DAY_MILLIS = 86_400_000;
/** A bank may refuse a refund up to a month after it was made. */
const LOOK_BACK_DAYS = 40;
const NAMED_MOST = 5;

/** Looks through the refunds of the last weeks for those that failed and no webhook reported. */
export async function findFailedRefunds(deps: RefundDeps): Promise<void> {
  // Gateways don't know the clock of evaluation.
  const now = deps.clock.unmoved().getTime();
  const span = { fromEpochMillis: now - LOOK_BACK_DAYS * DAY_MILLIS, toEpochMillis: now + DAY_MILLIS };
  let cursor: string | null = null;
  do {
    const page: Page<RefundEntry> = await deps.gateway.listRefunds({ ...span, cursor });
    for (const refund of page.entries) await followRefund(deps, refund);
    if (page.next !== null && page.next === cursor) throw new Error('The gateway answers the same page again.');
    cursor = page.next;
  } while (cursor !== null);
}

/** The failed refunds that are still owed, oldest first. */
export const listOwedRefunds = (db: Pick<Database, 'asSystem'>): Promise<FailedRefund[]> =>
  db.asSystem((tx) =>
    tx.select().from(failedRefund).where(isNull(failedRefund.settledAt)).orderBy(asc(failedRefund.failedAt)),
  );

/** The check of `doctor` for refunds: it fails while one is owed. */
export async function checkRefunds(db: Database): Promise<{ ok: boolean; detail: string }> {
  const owed = await listOwedRefunds(db);
  if (owed.length === 0) return { ok: true, detail: 'none failed' };
  const named = owed
    .slice(0, NAMED_MOST)
    .map(({ refundId, creditNote }) => `${refundId} (${creditNote ?? 'no invoice'})`);
  const more = owed.length - named.length;
  return { ok: false, detail: `failed: ${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}` };
}
