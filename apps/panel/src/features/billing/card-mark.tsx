import { CreditCard } from 'lucide-react';
import { cardName, type NamedCard } from '../../lib/i18n/card-name.ts';
import { useText } from '../../lib/i18n/texts.ts';

/** Names that are short enough to be read on a card of this size. */
const SHORT = /^(visa|amex|jcb)$/;

/** A card by its name, with a small card before it, so that it is found at a glance; in a narrow row of a phone without it. */
export function CardMark({ card, onPhone = true }: { card: NamedCard; onPhone?: boolean }) {
  const t = useText();
  return (
    <span className="inline-flex min-w-0 items-center gap-3">
      <span
        aria-hidden="true"
        className={`grid h-6.5 w-10 flex-none place-items-center rounded-sm border border-line bg-surface text-2nd ${onPhone ? '' : 'max-phone:hidden'}`}
      >
        {SHORT.test(card.brand) ? (
          <span className="text-[0.6875rem] leading-none font-bold tracking-wide italic">
            {card.brand.toUpperCase()}
          </span>
        ) : (
          <CreditCard size={16} strokeWidth={1.75} />
        )}
      </span>
      <span className="min-w-0">{cardName(card, t)}</span>
    </span>
  );
}
