import { isPlainDate, type PlainDate } from '../dates/index.ts';
import { isSupportedCurrency } from '../money/index.ts';
import { readAmount } from './catalogue-prices.ts';
import type { CatalogueReader } from './catalogue-reader.ts';
import {
  DISCOUNTED_PRODUCTS,
  type DiscountCode,
  type DiscountTerms,
  isDisplayCode,
  normaliseDiscountCode,
} from './discount-code.ts';

const WHOLE = 10_000;

/**
 * `{ id: summer, displayCode: SUMMER26, expiryDate: 2027-06-30, config: { discounts: { email_account: { type: percentage, value: 20 } } } }`;
 * with the type flat the value is an amount by currency.
 */
export function readDiscount(entry: CatalogueReader): DiscountCode {
  entry.refuseOthers(['id', 'displayCode', 'expiryDate', 'config', 'partnerIds']);
  return {
    discountId: entry.text('id'),
    displayCode: readCode(entry),
    expiresOn: readDate(entry),
    terms: readTerms(entry),
    partnerIds: entry.partnerIds(),
  };
}

function readCode(entry: CatalogueReader): string {
  const code = entry.text('displayCode');
  if (code !== '' && !isDisplayCode(code))
    entry.refuse('displayCode', 'WRONG_TYPE', { expected: '3 to 40 letters, digits, - and _' });
  return code;
}

function readDate(entry: CatalogueReader): PlainDate | null {
  if (!entry.has('expiryDate')) return null;
  const date = entry.text('expiryDate');
  if (isPlainDate(date)) return date;
  if (date !== '') entry.refuse('expiryDate', 'WRONG_TYPE', { expected: 'a date such as 2027-06-30' });
  return null;
}

function readTerms(entry: CatalogueReader): DiscountCode['terms'] {
  const config = entry.part('config');
  config.refuseOthers(['discounts']);
  const discounts = config.part('discounts');
  discounts.refuseOthers(DISCOUNTED_PRODUCTS);
  const terms: Partial<Record<(typeof DISCOUNTED_PRODUCTS)[number], DiscountTerms>> = {};
  for (const product of DISCOUNTED_PRODUCTS)
    if (discounts.has(product)) terms[product] = readProduct(discounts.part(product));
  if (Object.keys(terms).length === 0) config.refuse('discounts', 'REQUIRED', { known: DISCOUNTED_PRODUCTS });
  return terms;
}

function readProduct(entry: CatalogueReader): DiscountTerms {
  entry.refuseOthers(['type', 'value']);
  const type = entry.oneOf('type', ['percentage', 'flat'], 'WRONG_TYPE');
  return type === 'flat' ? { type, amounts: readAmounts(entry) } : { type, basisPoints: readPercent(entry) };
}

function readPercent(entry: CatalogueReader): number {
  const basisPoints = readAmount(entry, 'value', entry.value('value')) ?? 0;
  if (basisPoints > WHOLE) entry.refuse('value', 'TOO_HIGH', { most: 100 });
  return basisPoints;
}

function readAmounts(entry: CatalogueReader): Record<string, number> {
  const byCurrency = entry.object('value') ?? {};
  const amounts: Record<string, number> = {};
  if (Object.keys(byCurrency).length === 0) entry.refuse('value', 'REQUIRED', { expected: 'an amount by currency' });
  for (const [currency, value] of Object.entries(byCurrency)) {
    const path = `value.${currency}`;
    if (isSupportedCurrency(currency)) amounts[currency] = readAmount(entry, path, value) ?? 0;
    else entry.refuse(path, 'UNKNOWN_CURRENCY');
  }
  return amounts;
}

/** Two codes that the customers of one partner could not tell apart are refused: which of them counts would be chance. */
export function refuseRepeatedCodes(file: CatalogueReader, discounts: readonly DiscountCode[]): void {
  for (const [index, one] of discounts.entries()) {
    const isSame = (other: DiscountCode) =>
      normaliseDiscountCode(other.displayCode) === normaliseDiscountCode(one.displayCode) && overlap(other, one);
    if (one.displayCode !== '' && discounts.slice(0, index).some(isSame))
      file.at(`discounts[${index}]`).refuse('displayCode', 'DUPLICATE_CODE', { value: one.displayCode });
  }
}

const overlap = (one: DiscountCode, other: DiscountCode): boolean =>
  one.partnerIds === null || other.partnerIds === null || one.partnerIds.some((id) => other.partnerIds?.includes(id));
