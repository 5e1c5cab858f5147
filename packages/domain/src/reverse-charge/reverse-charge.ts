import { checkTaxId, type TaxIdType } from '../purchase/index.ts';
import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';
import { companyNamesAgree } from './company-names.ts';

/** Member states of the EU. Northern Ireland belongs to its VAT area for goods, but not for services, which these are. */
const EU = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '));

const MILLIS_A_DAY = 86_400_000;
/** Numbers are asked about once a month, as they lapse. */
const ASK_AGAIN_DAYS = 30;
/** How long an answer counts. The days beyond the month are for a register that can't be reached. */
const HOLDS_DAYS = 35;
/** What was typed again within a day was asked already. */
const FRESH_DAYS = 1;

export type VatBuyer = {
  country: string;
  companyName: string | null;
  taxIds: readonly { type: string; value: string }[];
};

/** What a register of VAT numbers answered, the last time that it did. `name` is null where the member state doesn't tell it. */
export type VatAnswer = { isValid: boolean; name: string | null; atMillis: number };

export type ReverseChargeRefusal =
  | Refusal<'SELLER_NOT_IN_EU', object>
  | Refusal<'BUYER_NOT_ABROAD_IN_EU', object>
  | Refusal<'NOT_A_COMPANY', object>
  | Refusal<'NOT_CHECKED', object>
  | Refusal<'NOT_VALID', object>
  | Refusal<'OF_ANOTHER_COMPANY', object>;

export const isInEu = (country: string): boolean => EU.has(country);

/** A VAT number in the form in which it is asked about; null unless it is one of the buyer's own country in the EU. */
function vatNumberOf({ country, taxIds }: Pick<VatBuyer, 'country' | 'taxIds'>): string | null {
  const found = taxIds.find(({ type }) => type === 'vat_id');
  if (found === undefined || !EU.has(country)) return null;
  const checked = checkTaxId(country, 'vat_id' satisfies TaxIdType, found.value);
  return checked.ok ? checked.value : null;
}

/** Whether a number would have to be checked: a company in another EU country than the seller. Its number, or why not. */
export function numberToCheck(
  seller: { country: string | null; vatId: string | null },
  buyer: VatBuyer,
): Outcome<string, ReverseChargeRefusal> {
  if (seller.country === null || seller.vatId === null || !EU.has(seller.country))
    return refused('SELLER_NOT_IN_EU', {});
  if (!EU.has(buyer.country) || buyer.country === seller.country) return refused('BUYER_NOT_ABROAD_IN_EU', {});
  const number = vatNumberOf(buyer);
  if (number === null || (buyer.companyName ?? '').trim() === '') return refused('NOT_A_COMPANY', {});
  return accepted(number);
}

/**
 * Whether the buyer owes the tax instead of the seller (Directive 2006/112/EC, articles 44 and 196), and the number that this rests on. A
 * register that can't be reached says nothing: its last answer counts for a while. Rule X-02.
 */
export function reverseChargeFor(
  seller: { country: string | null; vatId: string | null },
  buyer: VatBuyer,
  answer: VatAnswer | null,
  nowMillis: number,
): Outcome<string, ReverseChargeRefusal> {
  const number = numberToCheck(seller, buyer);
  if (!number.ok) return number;
  if (answer === null || nowMillis - answer.atMillis > HOLDS_DAYS * MILLIS_A_DAY) return refused('NOT_CHECKED', {});
  if (!answer.isValid) return refused('NOT_VALID', {});
  // Anybody can type the number of a stranger's company.
  if (answer.name !== null && !companyNamesAgree(buyer.companyName ?? '', answer.name))
    return refused('OF_ANOTHER_COMPANY', {});
  return number;
}

/** Whether the register is asked again when a buyer gives the number, and, less often, by itself. */
export const mustAsk = (answer: VatAnswer | null, nowMillis: number): boolean =>
  answer === null || nowMillis - answer.atMillis >= FRESH_DAYS * MILLIS_A_DAY;

/** Answers before this instant are asked again by themselves. */
export const askAgainBefore = (nowMillis: number): number => nowMillis - ASK_AGAIN_DAYS * MILLIS_A_DAY;
