import type { Currency } from '@postern/contract/shapes';

/** The currency of a country at a partner: its own for the country, else its general one, else USD. */
export function currencyFor(countryCurrencies: Record<string, string>, country: string | null): Currency {
  return (countryCurrencies[country ?? ''] ?? countryCurrencies['*'] ?? 'USD') as Currency;
}
