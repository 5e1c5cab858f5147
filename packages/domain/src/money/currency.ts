/** Currencies a plan may be priced in; each has two decimal places. Spec 1 §9. */
export const SUPPORTED_CURRENCIES = ['USD', 'INR', 'GBP', 'EUR', 'BRL', 'PEN', 'ZAR'] as const;

export type Currency = (typeof SUPPORTED_CURRENCIES)[number];

/** The currency of a price when neither partner nor plan names one. Spec 1 §9. */
export const DEFAULT_CURRENCY: Currency = 'USD';

/** Symbols for places that are too small for a formatted amount. Spec 1 §9. */
const CURRENCY_SYMBOLS: Readonly<Record<Currency, string>> = {
  USD: '$',
  INR: '₹',
  GBP: '£',
  EUR: '€',
  BRL: 'R$',
  PEN: 'S/',
  ZAR: 'R',
};

/** Whether a plan may be priced in this currency (ISO 4217, upper case). */
export function isSupportedCurrency(code: string): code is Currency {
  return (SUPPORTED_CURRENCIES as readonly string[]).includes(code);
}

/**
 * The symbol of a currency; its code for a currency that isn't sold in. Spec 1 §9.
 */
export function currencySymbol(code: string): string {
  return isSupportedCurrency(code) ? CURRENCY_SYMBOLS[code] : code;
}

/** The currency of a symbol; null if it is none of ours. */
export const currencyOfSymbol = (symbol: string): Currency | null =>
  SUPPORTED_CURRENCIES.find((code) => CURRENCY_SYMBOLS[code] === symbol) ?? null;
