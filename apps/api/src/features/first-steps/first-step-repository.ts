import { and, eq } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { firstStep, type NotedStep } from './tables.ts';

/** Notes that a step has happened. The first time stays, except for the domain's records, which may be set again. */
export async function noteStep(tx: Queryable, key: BundleKey, step: NotedStep, notedAt: Date): Promise<void> {
  const { customerId, bundleId } = key;
  const insert = tx.insert(firstStep).values({ customerId, bundleId, step, notedAt });
  const target = [firstStep.customerId, firstStep.bundleId, firstStep.step];
  if (step === 'domain') await insert.onConflictDoUpdate({ target, set: { notedAt } });
  else await insert.onConflictDoNothing();
}

/** Forgets a step that was undone. */
export const forgetStep = async (tx: Queryable, key: BundleKey, step: NotedStep): Promise<void> =>
  void (await tx.delete(firstStep).where(and(ofBundle(firstStep, key), eq(firstStep.step, step))));

/** When each step happened. */
export async function readSteps(tx: Queryable, key: BundleKey): Promise<Partial<Record<NotedStep, Date>>> {
  const rows = await tx.select().from(firstStep).where(ofBundle(firstStep, key));
  return Object.fromEntries(rows.map(({ step, notedAt }) => [step, notedAt]));
}
