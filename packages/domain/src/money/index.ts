export { DEFAULT_CURRENCY, isSupportedCurrency, SUPPORTED_CURRENCIES } from './currency.ts';
export type { Currency } from './currency.ts';
export { formatMoney } from './format-money.ts';
export { multiply } from './multiply.ts';
export { parseDecimalMinor } from './parse-decimal-minor.ts';
export { roundHalfAwayFromZero } from './round-half-away-from-zero.ts';
export { toAmountNumber, toDecimalString, toMinor } from './to-minor.ts';
export { currencyOfSymbol, currencySymbol } from './currency.ts';
