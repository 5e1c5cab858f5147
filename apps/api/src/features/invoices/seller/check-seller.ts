import { missingOfSeller } from '@postern/domain/invoices';
import { eq } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { invoice, seller } from '../tables.ts';
import { OPERATOR } from './find-seller.ts';

/** What `doctor` says of the seller: it fails once invoices are issued that tax offices refuse. */
export function checkSeller(db: Database): Promise<{ ok: boolean; detail: string }> {
  return db.asSystem(async (tx) => {
    const [row] = await tx.select().from(seller).where(eq(seller.partnerId, OPERATOR));
    const missing = row === undefined ? ['everything but the name'] : missingOfSeller(row.details);
    if (missing.length === 0) return { ok: true, detail: `${row?.details.name ?? ''}, series ${row?.series ?? ''}` };
    const [issued] = await tx.select({ number: invoice.number }).from(invoice).limit(1);
    return { ok: issued === undefined, detail: `not set: ${missing.join(', ')}. Set it with postern seller set` };
  });
}
