import { type Currency, formatMoney } from '@postern/domain/money';
import { useLocale } from '../../lib/i18n/texts.ts';

/** Minor units as the reader writes money. */
export function useMoneyText(currency: Currency): (amountMinor: number) => string {
  const locale = useLocale();
  return (amountMinor) => formatMoney(amountMinor, currency, locale);
}
