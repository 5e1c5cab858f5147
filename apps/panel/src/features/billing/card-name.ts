import type { readCard } from '@postern/contract/billing-details';
import type { OutputOf } from '@postern/contract/operation';
import type { Text } from '../../lib/i18n/texts.ts';

export type CardAnswer = OutputOf<typeof readCard>;
export type SavedCard = CardAnswer['card'];

/** A card as people say it: "Google Pay, Visa ending in 4242". */
export function cardName({ walletType, brand, lastFourDigits }: SavedCard, t: Text): string {
  const name = t('billing.card.name', {
    brand: brand.charAt(0).toUpperCase() + brand.slice(1),
    digits: lastFourDigits,
  });
  if (walletType === 'google_pay') return t('billing.card.wallet', { wallet: 'Google Pay', card: name });
  if (walletType === 'apple_pay') return t('billing.card.wallet', { wallet: 'Apple Pay', card: name });
  return name;
}
