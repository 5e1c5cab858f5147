import type { Currency } from '@postern/contract/shapes';

/** The currency for a country at a partner: the country's own, else the partner's default, else USD. */
export function currencyFor(countryCurrencies: Record<string, string>, country: string | null): Currency {
  return (countryCurrencies[country ?? ''] ?? countryCurrencies['*'] ?? 'USD') as Currency;
}
