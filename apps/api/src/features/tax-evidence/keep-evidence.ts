import { countryOf } from '@postern/domain/tax-evidence';
import type { Queryable } from '../../db/client.ts';
import { taxEvidence } from './tables.ts';

type Heard = {
  customerId: string;
  journalKey: string;
  at: Date;
  billing: string | null | undefined;
  card: string | null | undefined;
  partner: string | null | undefined;
};

/** Keeps what says where the buyer is, in the transaction that books the payment. Heard of again, nothing changes. */
export const keepEvidence = (tx: Queryable, { customerId, journalKey, at, billing, card, partner }: Heard) =>
  tx
    .insert(taxEvidence)
    .values({
      ...{ customerId, journalKey, at },
      ...{ billing: countryOf(billing), card: countryOf(card), partner: countryOf(partner) },
    })
    .onConflictDoNothing();
