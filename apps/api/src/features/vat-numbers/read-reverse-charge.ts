import { numberToCheck, reverseChargeFor, type VatAnswer, type VatBuyer } from '@postern/domain/reverse-charge';
import { and, desc, eq, inArray, lte, ne } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { seller } from '../invoices/tables.ts';
import { vatCheck } from './tables.ts';

export type VatCheckRow = typeof vatCheck.$inferSelect;

/** Whose taxes are asked for, at which partner, and as of which instant. */
export type Asked = { customerId: string; partnerId: number; buyer: VatBuyer; at: Date };

type Details = {
  billingAddress: { country: string; companyName?: string | undefined } | null;
  taxDetails: TaxDetails | null;
};
type TaxDetails = { taxDetails: readonly { taxIdentifierType: string; value: string }[] };

/** The buyer in the form that the rules take, from an address and its tax ids. */
export const vatBuyerOf = ({ billingAddress, taxDetails }: Details): VatBuyer => ({
  country: billingAddress?.country ?? '',
  companyName: billingAddress?.companyName ?? null,
  taxIds: (taxDetails?.taxDetails ?? []).map(({ taxIdentifierType, value }) => ({ type: taxIdentifierType, value })),
});

const OPERATOR = 0;

/** The seller to a partner's customers, with what matters for taxes. */
export async function sellerForTaxes(tx: Queryable, partnerId: number) {
  const rows = await tx
    .select()
    .from(seller)
    .where(inArray(seller.partnerId, [partnerId, OPERATOR]));
  const found = rows.find((row) => row.partnerId === partnerId) ?? rows[0];
  return { country: found?.details.country ?? null, vatId: found?.details.vatId ?? null };
}

/** The check that lets the buyer owe the tax instead of the seller; null: the seller charges it. */
export async function readReverseCharge(tx: Queryable, asked: Asked): Promise<VatCheckRow | null> {
  const { partnerId, buyer, at } = asked;
  // Most buyers have no number, and need no query.
  if (buyer.taxIds.length === 0) return null;
  const from = await sellerForTaxes(tx, partnerId);
  const number = numberToCheck(from, buyer);
  if (!number.ok) return null;
  const check = await findLastAnswer(tx, asked.customerId, number.value, at);
  return reverseChargeFor(from, buyer, answerOf(check), at.getTime()).ok ? check : null;
}

export const answerOf = (check: VatCheckRow | null): VatAnswer | null =>
  check && { isValid: check.answer === 'valid', name: check.name, atMillis: check.checkedAt.getTime() };

/** The last conclusive answer about a number. */
export async function findLastAnswer(
  tx: Queryable,
  customerId: string,
  number: string,
  at: Date,
): Promise<VatCheckRow | null> {
  const [row] = await tx
    .select()
    .from(vatCheck)
    .where(
      and(
        eq(vatCheck.customerId, customerId),
        eq(vatCheck.number, number),
        ne(vatCheck.answer, 'unreachable'),
        lte(vatCheck.checkedAt, at),
      ),
    )
    .orderBy(desc(vatCheck.checkedAt), desc(vatCheck.checkId))
    .limit(1);
  return row ?? null;
}
