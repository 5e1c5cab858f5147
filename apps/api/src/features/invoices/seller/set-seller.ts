import { creditSeriesOf, type Seller } from '@postern/domain/invoices';
import { inArray } from 'drizzle-orm';
import { writePartnerAudit } from '../../../db/audit.ts';
import type { Database } from '../../../db/client.ts';
import { CommandError } from '../../../feature/command.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { findPartner } from '../../partners/public.ts';
import { invoiceSeries, seller } from '../tables.ts';
import { OPERATOR } from './find-seller.ts';

type Wish = { partnerId: number; details: Seller; series: string };

/** Sets who sells to a partner's customers from the next invoice on. Those that were issued stay as they are. */
export async function setSeller({ db, clock }: { db: Database; clock: Clock }, wish: Wish): Promise<void> {
  const { partnerId, details, series } = wish;
  const now = clock.now();
  await db.asSystem(async (tx) => {
    if (partnerId !== OPERATOR && (await findPartner(tx, partnerId)) === null)
      throw new CommandError('PARTNER_NOT_FOUND', `There is no partner ${partnerId}.`);
    const names = [series, creditSeriesOf(series)];
    await tx
      .insert(invoiceSeries)
      .values(names.map((name) => ({ series: name, partnerId })))
      .onConflictDoNothing();
    const taken = await tx.select().from(invoiceSeries).where(inArray(invoiceSeries.series, names));
    if (taken.some((row) => row.partnerId !== partnerId))
      throw new CommandError(
        'SERIES_TAKEN',
        `Another seller numbers its invoices by ${series}. Choose another series.`,
      );
    const row = { details, series, updatedAt: now };
    await tx
      .insert(seller)
      .values({ partnerId, ...row })
      .onConflictDoUpdate({ target: seller.partnerId, set: row });
    await writePartnerAudit(tx, clock, {
      partnerId,
      actor: 'cli',
      action: 'seller.set',
      attrs: { ...details, series },
    });
  });
}
