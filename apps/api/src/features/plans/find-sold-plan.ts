import type { Queryable } from '../../db/client.ts';
import { findPlan, listPrices, type PricedPlan } from './plan-repository.ts';

/** A mail plan that the partner currently sells, with its prices; null if it sells none with this id. */
export async function findSoldPlan(
  db: Queryable,
  { planId, partnerId }: { planId: number; partnerId: number },
): Promise<PricedPlan | null> {
  const row = await findPlan(db, planId);
  if (row === null || row.retiredAt !== null || row.product !== 'MailSuite') return null;
  if (row.partnerIds !== null && !row.partnerIds.includes(partnerId)) return null;
  return { ...row, prices: await listPrices(db, [row.planId]) };
}
