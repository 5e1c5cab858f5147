import { Check, Minus } from 'lucide-react';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import type { PlanFact } from './plan-facts.ts';

const MB_A_GB = 1024;

/** What a plan has of one thing, as people read it. */
export function FactValue({ value }: { value: PlanFact['value'] }) {
  const t = useText();
  const format = useFormat();
  if (value.kind === 'has') {
    const Sign = value.has ? Check : Minus;
    return (
      <>
        <Sign size={17} strokeWidth={1.75} aria-hidden="true" />
        <span className="sr-only">{t(value.has ? 'upgrade.feature.yes' : 'upgrade.feature.no')}</span>
      </>
    );
  }
  if (value.kind === 'count') return value.count === null ? t('upgrade.feature.noLimit') : format.number(value.count);
  if (value.megabytes === null) return t('upgrade.feature.noLimit');
  const isLarge = value.megabytes >= MB_A_GB;
  return format.number(isLarge ? value.megabytes / MB_A_GB : value.megabytes, {
    style: 'unit',
    unit: isLarge ? 'gigabyte' : 'megabyte',
    maximumFractionDigits: 1,
  });
}
