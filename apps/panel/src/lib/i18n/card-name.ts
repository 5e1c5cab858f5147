import type { Text } from './texts.ts';

/** What people recognise a card by. */
export type NamedCard = { brand: string; lastFourDigits: string; walletType: string | null };

/** The checkout loads none of the texts of billing. */
const TEXTS = {
  billing: { name: 'billing.card.name', wallet: 'billing.card.wallet' },
  purchase: { name: 'purchase.card.name', wallet: 'purchase.card.wallet' },
} as const;

/** A card as people say it: "Google Pay, Visa ending in 4242". */
export function cardName(
  { walletType, brand, lastFourDigits }: NamedCard,
  t: Text,
  screen: keyof typeof TEXTS = 'billing',
): string {
  const texts = TEXTS[screen];
  const card = t(texts.name, { brand: capital(brand), digits: lastFourDigits });
  if (walletType === 'google_pay') return t(texts.wallet, { wallet: 'Google Pay', card });
  if (walletType === 'apple_pay') return t(texts.wallet, { wallet: 'Apple Pay', card });
  return card;
}

/** "visa", as people write it. */
export const capital = (brand: string): string => brand.charAt(0).toUpperCase() + brand.slice(1);
