import { RadioCardGroup } from '@postern/ui/forms/radio-card-group';
import { cardName } from '../../../lib/i18n/card-name.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import type { OpenedPurchase } from '../purchase-store.ts';
import type { PaymentMeans } from './card-gateway.ts';

export type CardChoice = 'saved' | 'other';
type SavedCard = NonNullable<OpenedPurchase['cardDetails']>;

/** The saved card, or another one. */
export function SavedCardChoice(props: {
  card: SavedCard;
  choice: CardChoice;
  onChoose: (choice: CardChoice) => void;
}) {
  const t = useText();
  const { card, choice, onChoose } = props;
  return (
    <RadioCardGroup
      label={t('purchase.payment.savedTitle')}
      value={choice}
      onValueChange={onChoose}
      name="card"
      cards={[
        { value: 'saved', title: cardName(card, t, 'purchase') },
        { value: 'other', title: t('purchase.payment.otherCard') },
      ]}
      className="mb-6"
    />
  );
}

/** A saved card needs no validation or confirmation: the server charges it. Spec 1 §5, Card form. */
export const savedCardMeans = (card: SavedCard, gateway: PaymentMeans['gateway']): PaymentMeans => ({
  gateway,
  paymentMethodId: card.paymentMethodId,
  validate: async () => true,
  confirm: async () => ({ status: 'failed', problem: { code: 'saved_card_unavailable' } }),
  cardType: () => card.brand,
});
