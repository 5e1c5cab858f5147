import { type Currency, isSupportedCurrency, parseDecimalMinor, SUPPORTED_CURRENCIES } from '../money/index.ts';
import { type BillingCycle, isBillingCycle } from './billing-cycles.ts';
import type { CatalogueReader } from './catalogue-reader.ts';
import type { PlanPrice } from './plan.ts';

/**
 * `prices: { USD: { monthly: 3, yearly: { price: 30, first: 24 } }, … }`. A plan may be priced in only some currencies, but they all have
 * the same cycles, so that a customer's currency doesn't decide which cycles there are.
 */
export function readPrices(entry: CatalogueReader, { isRequired }: { isRequired: boolean }): PlanPrice[] {
  if (!entry.has('prices')) {
    if (isRequired) entry.refuse('prices', 'REQUIRED');
    return [];
  }
  const byCurrency = entry.object('prices');
  if (!byCurrency) return [];
  const names = Object.keys(byCurrency);
  for (const name of names.filter((name) => !isSupportedCurrency(name)))
    entry.refuse(`prices.${name}`, 'UNKNOWN_CURRENCY');
  const currencies = SUPPORTED_CURRENCIES.filter((currency) => names.includes(currency));
  if (currencies.length === 0) entry.refuse('prices', 'REQUIRED');
  const prices = currencies.flatMap((currency) => readCurrency(entry, currency, byCurrency[currency]));
  refuseUneven(entry, currencies, prices);
  return prices;
}

function readCurrency(entry: CatalogueReader, currency: Currency, value: unknown): PlanPrice[] {
  const path = `prices.${currency}`;
  const cycles = entry.objectOf(value, path);
  if (!cycles) return [];
  if (Object.keys(cycles).length === 0) entry.refuse(path, 'REQUIRED');
  return Object.entries(cycles).flatMap(([cycle, price]) => {
    if (isBillingCycle(cycle)) return readCycle(entry, currency, cycle, price);
    entry.refuse(`${path}.${cycle}`, 'UNKNOWN_CYCLE', { cycle });
    return [];
  });
}

function readCycle(entry: CatalogueReader, currency: Currency, cycle: BillingCycle, value: unknown): PlanPrice[] {
  const path = `prices.${currency}.${cycle}`;
  const isPair = typeof value === 'object' && value !== null;
  const pair = isPair ? entry.objectOf(value, path) : { price: value };
  if (!pair) return [];
  for (const name of Object.keys(pair).filter((name) => name !== 'price' && name !== 'first')) {
    entry.refuse(`${path}.${name}`, 'UNKNOWN_FIELD');
  }
  const priceMinor = readAmount(entry, isPair ? `${path}.price` : path, pair.price);
  const firstCyclePriceMinor = pair.first === undefined ? priceMinor : readAmount(entry, `${path}.first`, pair.first);
  if (priceMinor === null || firstCyclePriceMinor === null) return [];
  if (firstCyclePriceMinor > priceMinor) entry.refuse(`${path}.first`, 'FIRST_PRICE_HIGHER');
  return [{ currency, cycle, priceMinor, firstCyclePriceMinor }];
}

/** An amount of money in minor units, or a percentage in hundredths. */
export function readAmount(entry: CatalogueReader, path: string, value: unknown): number | null {
  const isNumeric = typeof value === 'number' || (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value));
  if (!isNumeric || !Number.isFinite(Number(value))) {
    entry.refuse(path, value === undefined || value === null ? 'REQUIRED' : 'WRONG_TYPE', { expected: 'amount' });
    return null;
  }
  const minor = parseDecimalMinor(value as number | string);
  if (minor === null) entry.refuse(path, 'TOO_MANY_DECIMALS', { value });
  else if (minor < 0) entry.refuse(path, 'NEGATIVE', { value });
  return minor !== null && minor >= 0 ? minor : null;
}

function refuseUneven(entry: CatalogueReader, currencies: readonly Currency[], prices: readonly PlanPrice[]): void {
  const all = new Set(prices.map((price) => price.cycle));
  for (const currency of currencies) {
    const own = prices.filter((price) => price.currency === currency).map((price) => price.cycle);
    // A currency whose prices were refused already has its own problem.
    if (own.length === 0) continue;
    for (const cycle of all)
      if (!own.includes(cycle)) entry.refuse(`prices.${currency}.${cycle}`, 'MISSING_CYCLE', { cycle });
  }
}
