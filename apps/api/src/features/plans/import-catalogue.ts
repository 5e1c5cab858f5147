import { type Catalogue, checkCatalogue, sharedQuotaMb } from '@postern/domain/plans';
import { inArray, isNull, notInArray, and } from 'drizzle-orm';
import type { Database, Queryable } from '../../db/client.ts';
import { CommandError } from '../../feature/command.ts';
import type { Clock } from '../../runtime/clock.ts';
import { addOn, discount, plan, planPrice } from './tables.ts';

/** The file is not a valid catalogue; `problems` names each fault. */
class CatalogueInvalid extends CommandError {
  constructor(problems: readonly { path: string; code: string }[]) {
    super(
      'CATALOGUE_INVALID',
      `The plan file has ${problems.length} problem${problems.length === 1 ? '' : 's'}: ${problems
        .slice(0, 20)
        .map((problem) => `${problem.path}: ${problem.code}`)
        .join('; ')}`,
    );
  }
}

/** Applies a plan file: plans in it are created or changed, and plans not in it are retired (customers keep theirs). */
export async function importCatalogue(
  deps: { db: Database; clock: Clock },
  yaml: string,
): Promise<{ created: number; updated: number; retired: number }> {
  const checked = checkCatalogue(await parseYaml(yaml));
  if (!checked.ok) throw new CatalogueInvalid(checked.attrs.problems);
  return deps.db.asSystem((tx) => writeCatalogue(tx, checked.value, deps.clock.now()));
}

async function parseYaml(yaml: string): Promise<unknown> {
  // Imported here only, as the server itself never reads YAML.
  const { parse } = await import('yaml');
  try {
    return parse(yaml, { maxAliasCount: 100 });
  } catch (error) {
    throw new CatalogueInvalid([
      { path: 'file', code: error instanceof Error ? (error.message.split('\n')[0] ?? 'not YAML') : 'not YAML' },
    ]);
  }
}

async function writeCatalogue(tx: Queryable, catalogue: Catalogue, now: Date) {
  const ids = catalogue.plans.map((one) => one.planId);
  const known = new Set(
    (await tx.select({ planId: plan.planId }).from(plan).where(inArray(plan.planId, ids))).map((row) => row.planId),
  );
  for (const { prices, ...row } of catalogue.plans) {
    const values = {
      ...row,
      features: [...row.features],
      sharedQuotaMb: sharedQuotaMb(row),
      partnerIds: row.partnerIds === null ? null : [...row.partnerIds],
      retiredAt: null,
    };
    await tx.insert(plan).values(values).onConflictDoUpdate({ target: plan.planId, set: values });
    await tx.delete(planPrice).where(inArray(planPrice.planId, [row.planId]));
    if (prices.length > 0) await tx.insert(planPrice).values(prices.map((price) => ({ ...price, planId: row.planId })));
  }
  const retired = await tx
    .update(plan)
    .set({ retiredAt: now })
    .where(and(isNull(plan.retiredAt), notInArray(plan.planId, ids)))
    .returning({ planId: plan.planId });
  await writeAddOns(tx, catalogue.addOns, now);
  await writeDiscounts(tx, catalogue.discounts, now);
  return { created: ids.length - known.size, updated: known.size, retired: retired.length };
}

async function writeAddOns(tx: Queryable, addOns: Catalogue['addOns'], now: Date): Promise<void> {
  for (const { limit, ...one } of addOns) {
    const values = {
      ...one,
      maximum: limit,
      features: [...one.features],
      prices: [...one.prices],
      partnerIds: one.partnerIds === null ? null : [...one.partnerIds],
      retiredAt: null,
    };
    await tx.insert(addOn).values(values).onConflictDoUpdate({ target: addOn.type, set: values });
  }
  const types = addOns.map((one) => one.type);
  if (types.length > 0)
    await tx
      .update(addOn)
      .set({ retiredAt: now })
      .where(and(isNull(addOn.retiredAt), notInArray(addOn.type, types)));
}

/** A code that the file has no more can't be entered from now on. Orders that have it keep it until its date, as they were sold (B-9). */
async function writeDiscounts(tx: Queryable, discounts: Catalogue['discounts'], now: Date): Promise<void> {
  for (const one of discounts) {
    const values = { ...one, retiredAt: null };
    await tx.insert(discount).values(values).onConflictDoUpdate({ target: discount.discountId, set: values });
  }
  const ids = discounts.map(({ discountId }) => discountId);
  await tx
    .update(discount)
    .set({ retiredAt: now })
    .where(and(isNull(discount.retiredAt), ids.length === 0 ? undefined : notInArray(discount.discountId, ids)));
}
