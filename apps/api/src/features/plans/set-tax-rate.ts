import type { Database } from '../../db/client.ts';
import type { Clock } from '../../runtime/clock.ts';
import { newId } from '../../runtime/ids.ts';
import { taxRate } from './tables.ts';

export type NewTaxRate = {
  partnerId: number | null;
  country: string;
  name: string;
  rateBasisPoints: number;
  fromDate: string;
};

/** Sets the tax rate of a country from a day on. Setting it again for the same day replaces the rate. */
export async function setTaxRate(deps: { db: Database; clock: Clock }, rate: NewTaxRate): Promise<void> {
  await deps.db.asSystem((tx) =>
    tx
      .insert(taxRate)
      .values({ ...rate, taxRateId: newId(deps.clock.now()) })
      .onConflictDoUpdate({
        target: [taxRate.partnerId, taxRate.country, taxRate.name, taxRate.fromDate],
        set: { rateBasisPoints: rate.rateBasisPoints },
      }),
  );
}

/** The operator's whole tax table. */
export const listTaxRates = (deps: { db: Database }) =>
  deps.db.global.select().from(taxRate).orderBy(taxRate.country, taxRate.name, taxRate.fromDate);
