import { checkTaxId, type TaxIdType } from '../purchase/index.ts';
import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';
import { companyNamesAgree } from './company-names.ts';

/** Member states of the EU. Northern Ireland belongs to its VAT area for goods, but not for services, which these are. */
const EU = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '));

const MILLIS_A_DAY = 86_400_000;
/** Numbers are checked once a month, because they can lapse. */
const ASK_AGAIN_DAYS = 30;
/** How long an answer counts. The days beyond a month allow for a register that can't be reached. */
const HOLDS_DAYS = 35;
/** A number that is typed again within a day isn't checked again. */
const FRESH_DAYS = 1;

export type VatBuyer = {
  country: string;
  companyName: string | null;
  taxIds: readonly { type: string; value: string }[];
};

/** The last answer from a register of VAT numbers. `name` is null if the member state doesn't disclose it. */
export type VatAnswer = { isValid: boolean; name: string | null; atMillis: number };

export type ReverseChargeRefusal =
  | Refusal<'SELLER_NOT_IN_EU', object>
  | Refusal<'BUYER_NOT_ABROAD_IN_EU', object>
  | Refusal<'NOT_A_COMPANY', object>
  | Refusal<'NOT_CHECKED', object>
  | Refusal<'NOT_VALID', object>
  | Refusal<'OF_ANOTHER_COMPANY', object>;

export const isInEu = (country: string): boolean => EU.has(country);

/** A VAT number in the form that the register takes; null unless it is from the buyer's own country, in the EU. */
function vatNumberOf({ country, taxIds }: Pick<VatBuyer, 'country' | 'taxIds'>): string | null {
  const found = taxIds.find(({ type }) => type === 'vat_id');
  if (found === undefined || !EU.has(country)) return null;
  const checked = checkTaxId(country, 'vat_id' satisfies TaxIdType, found.value);
  return checked.ok ? checked.value : null;
}

/** The number to check, if the buyer is a company in another EU country than the seller; otherwise the reason why there is none. */
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
 * Whether the buyer owes the tax instead of the seller (Directive 2006/112/EC, articles 44 and 196), and the number on which this is based.
 * If the register can't be reached, its last answer counts for a while. Rule X-02.
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
  // Anyone can type the number of a stranger's company.
  if (answer.name !== null && !companyNamesAgree(buyer.companyName ?? '', answer.name))
    return refused('OF_ANOTHER_COMPANY', {});
  return number;
}

/** Whether to ask the register again, when a buyer gives the number or, less often, automatically. */
export const mustAsk = (answer: VatAnswer | null, nowMillis: number): boolean =>
  answer === null || nowMillis - answer.atMillis >= FRESH_DAYS * MILLIS_A_DAY;

/** Answers from before this instant are refreshed automatically. */
export const askAgainBefore = (nowMillis: number): number => nowMillis - ASK_AGAIN_DAYS * MILLIS_A_DAY;
