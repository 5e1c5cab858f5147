import { eq } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import type { CountryOfAddress } from '../../feature/services.ts';
import { PanelError } from '../../http/panel-error.ts';
import { sanctionedCountry } from './tables.ts';

/** Null: the operator has given no file, and nobody is screened. */
export type SanctionsDeps = { db: Database; countryOfAddress: CountryOfAddress | null };

/** Refuses a visitor from a country on the operator's list. Spec 1 §4, login. */
export async function screenAddress(deps: SanctionsDeps, address: string): Promise<void> {
  const country = deps.countryOfAddress?.(address) ?? null;
  if (country === null) return;
  const [listed] = await deps.db.global.select().from(sanctionedCountry).where(eq(sanctionedCountry.country, country));
  if (listed !== undefined) throw new PanelError('OFAC_SANCTIONED_COUNTRY', { countryName: listed.name });
}

/** Puts a country on the list, or changes its name there. */
export const addSanction = (deps: { db: Database }, row: { country: string; name: string }) =>
  deps.db.global
    .insert(sanctionedCountry)
    .values(row)
    .onConflictDoUpdate({ target: sanctionedCountry.country, set: { name: row.name } });

/** True when it was on the list. */
export async function removeSanction(deps: { db: Database }, country: string): Promise<boolean> {
  const gone = await deps.db.global.delete(sanctionedCountry).where(eq(sanctionedCountry.country, country)).returning();
  return gone.length === 1;
}

export const listSanctions = (deps: { db: Database }) =>
  deps.db.global.select().from(sanctionedCountry).orderBy(sanctionedCountry.country);
