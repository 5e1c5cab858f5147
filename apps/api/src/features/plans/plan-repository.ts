import type { PlanPrice } from '@postern/domain/plans';
import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import { builtOnce } from '../../db/built-once.ts';
import type { Queryable } from '../../db/client.ts';
import { addOn, plan, planPrice } from './tables.ts';

export type PlanRow = typeof plan.$inferSelect;
/** The largest id that fits the database's integer; a caller may send a larger one. */
const MAXIMUM_PLAN_ID = 2_147_483_647;

export type PricedPlan = PlanRow & { prices: PlanPrice[] };

/** The plans of a product that the partner currently sells, with all their prices. */
export async function listPlansOf(
  db: Queryable,
  product: PlanRow['product'],
  partnerId: number,
): Promise<PricedPlan[]> {
  const [rows, priced] = await Promise.all([selectPlans(db, { product }), selectPlanPrices(db, { product })]);
  const prices = priced.map(asPrice);
  return rows
    .filter((row) => row.partnerIds === null || row.partnerIds.includes(partnerId))
    .map((row) => ({ ...row, prices: prices.filter((price) => price.planId === row.planId) }));
}

type OfProduct = Pick<PlanRow, 'product'>;
const isOfProduct = and(eq(plan.product, sql.placeholder('product')), isNull(plan.retiredAt));
const selectPlans = builtOnce<OfProduct, PlanRow[]>((db) =>
  db.select().from(plan).where(isOfProduct).orderBy(plan.zIndex),
);
const selectPlanPrices = builtOnce<OfProduct, PriceRow[]>((db) =>
  db
    .select(getTableColumns(planPrice))
    .from(planPrice)
    .innerJoin(plan, eq(plan.planId, planPrice.planId))
    .where(isOfProduct),
);

type PriceRow = typeof planPrice.$inferSelect;
const asPrice = (row: PriceRow) => ({ ...row, currency: row.currency as PlanPrice['currency'] });

export type SoldAddOn = typeof addOn.$inferSelect;

/** The add-ons that the partner currently sells, with their prices. */
export async function listSoldAddOns(db: Queryable, partnerId: number): Promise<SoldAddOn[]> {
  const rows = await selectAddOns(db, {});
  return rows.filter((row) => row.partnerIds === null || row.partnerIds.includes(partnerId));
}

const selectAddOns = builtOnce<Record<string, never>, SoldAddOn[]>((db) =>
  db.select().from(addOn).where(isNull(addOn.retiredAt)).orderBy(addOn.zIndex),
);

/** The add-ons of these types, including those that are no longer sold. */
export const findAddOns = async (db: Queryable, types: string[]): Promise<SoldAddOn[]> =>
  types.length === 0 ? [] : db.select().from(addOn).where(inArray(addOn.type, types));

export async function findPlan(db: Queryable, planId: number): Promise<PlanRow | null> {
  if (Math.abs(planId) > MAXIMUM_PLAN_ID) return null;
  const [row] = await db.select().from(plan).where(eq(plan.planId, planId));
  return row ?? null;
}

export async function listPrices(db: Queryable, planIds: number[]): Promise<(PlanPrice & { planId: number })[]> {
  if (planIds.length === 0) return [];
  const rows = await db.select().from(planPrice).where(inArray(planPrice.planId, planIds));
  return rows.map(asPrice);
}
