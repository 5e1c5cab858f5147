import type { Currency } from './currency.ts';
import { toAmountNumber } from './to-minor.ts';

/** An amount as the locale (BCP 47) writes it, always with two decimals. Spec 1 §9. */
export function formatMoney(amountMinor: number, currency: Currency, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    toAmountNumber(amountMinor),
  );
}
