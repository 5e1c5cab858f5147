import { Card } from '@postern/ui/layout/card';
import { RecordCardView } from './record-card-view.tsx';
import type { RecordCard } from './record-cards.ts';
import type { RecordPlace } from './record-fields.ts';

type Props = {
  label: string;
  cards: readonly RecordCard[];
  domain: string;
  lastUpdated: string | null;
  place: RecordPlace;
  level: 2 | 3;
};

/** A group of cards. */
export function RecordList({ label, cards, ...rest }: Props) {
  const first = cards.find(({ codes }) => codes.some((code) => code !== 'LOOK_UP_FAILED'));
  return (
    <Card role="group" aria-label={label}>
      {cards.map((card) => (
        <RecordCardView key={card.purpose} card={card} isFirst={card === first} {...rest} />
      ))}
    </Card>
  );
}
