import { type DiscountCode, normaliseDiscountCode } from '@postern/domain/plans';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { discount } from './tables.ts';

export type DiscountRow = typeof discount.$inferSelect;

/** What a code gives to a partner's customers, however it is typed; null if there is none that they may use. */
export async function findDiscountCode(db: Queryable, typed: string, partnerId: number): Promise<DiscountCode | null> {
  const rows = await db
    .select()
    .from(discount)
    .where(and(eq(sql`upper(${discount.displayCode})`, normaliseDiscountCode(typed)), isNull(discount.retiredAt)));
  return rows.find(({ partnerIds }) => partnerIds === null || partnerIds.includes(partnerId)) ?? null;
}

/** All codes, also those that can't be entered any more. */
export const listDiscountCodes = (db: Queryable): Promise<DiscountRow[]> =>
  db.select().from(discount).orderBy(discount.displayCode, discount.discountId);
