import { Fold } from '@postern/ui/layout/fold';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import type { CardAnswer } from './saved-card.ts';

const TEXTS = {
  'Card added': 'billing.card.history.added',
  'Card removed': 'billing.card.history.removed',
  Manual: 'billing.card.history.manual',
} as const satisfies Record<CardAnswer['history'][number]['action'], string>;

/** When cards were added and removed, and when a renewal was paid by hand instead. Spec 2 §3, Saved card. */
export function CardHistory({ history }: Pick<CardAnswer, 'history'>) {
  const t = useText();
  const format = useFormat();
  if (history.length === 0) return null;
  return (
    <Fold summary={t('billing.card.history.title')} className="phone:[&>summary]:px-5">
      <ul className="grid gap-1.5 px-5 pb-4 text-label max-phone:px-4">
        {history.map(({ action, at }) => (
          <li key={`${action} ${at}`} className="flex flex-wrap justify-between gap-x-4">
            <span>{t(TEXTS[action])}</span>
            <span className="text-2nd">{format.date(at, 'long')}</span>
          </li>
        ))}
      </ul>
    </Fold>
  );
}
