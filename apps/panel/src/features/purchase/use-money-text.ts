import { type Currency, formatMoney } from '@postern/domain/money';
import { useLocale } from '../../lib/i18n/texts.ts';

/** Formats an amount in minor units for the reader's language. */
export function useMoneyText(currency: Currency): (amountMinor: number) => string {
  const locale = useLocale();
  return (amountMinor) => formatMoney(amountMinor, currency, locale).replace('-', '−');
}
