import { type Currency, currencySymbol } from './currency.ts';
import { toAmountNumber } from './to-minor.ts';

/** An amount as the locale (BCP 47) writes it, always with two decimals. Spec 1 §9. */
export function formatMoney(amountMinor: number, currency: Currency, locale: string): string {
  const text = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    toAmountNumber(amountMinor),
  );
  // Most locales have no symbol for the sol, and write its code.
  return text.replace(currency, currencySymbol(currency));
}
