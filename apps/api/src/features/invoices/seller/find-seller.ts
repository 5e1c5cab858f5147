import type { Seller } from '@postern/domain/invoices';
import { inArray } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { findPartner } from '../../partners/public.ts';
import { seller } from '../tables.ts';

/** The operator, who sells wherever a partner doesn't. */
export const OPERATOR = 0;

/** The series of an operator who has not said anything. */
const DEFAULT_SERIES = 'INV';

type Found = { details: Seller; series: string; brand: string };

/**
 * The seller to a partner's customers: the partner, else the operator, else the little that is known of the service: its name and email
 * address.
 */
export async function findSeller(tx: Queryable, partnerId: number): Promise<Found> {
  const [partner, rows] = await Promise.all([
    findPartner(tx, partnerId),
    tx
      .select()
      .from(seller)
      .where(inArray(seller.partnerId, [partnerId, OPERATOR])),
  ]);
  const own = rows.find((row) => row.partnerId === partnerId) ?? rows[0];
  const brand = partner?.companyName ?? own?.details.name ?? '';
  return own === undefined
    ? { details: unknownSeller(brand, partner?.supportEmail ?? null), series: DEFAULT_SERIES, brand }
    : { details: own.details, series: own.series, brand };
}

const unknownSeller = (name: string, email: string | null): Seller => ({
  ...{ name, email, address: null, city: null, zipCode: null, country: null },
  ...{ vatId: null, register: null, footer: null },
});
