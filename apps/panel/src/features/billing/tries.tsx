import type { BillingOverview } from '@postern/contract/billing';
import { Circle, CircleDot, CircleX } from 'lucide-react';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';

const ICONS = { failed: CircleX, next: CircleDot, later: Circle } as const;
const COLOURS = { failed: 'text-warn', next: 'text-accent', later: 'text-3rd' } as const;

/** The tries of a renewal: those that failed, the next one, and the last. */
export function Tries({ tries }: { tries: BillingOverview['orders'][number]['tries'] }) {
  const t = useText();
  const format = useFormat();
  return (
    <ol className="mt-4 flex flex-wrap gap-x-6 gap-y-3">
      {tries.map(({ at, state }, index) => {
        const Icon = ICONS[state];
        const isLast = state === 'later' && index === tries.length - 1;
        return (
          <li key={at} className="flex items-start gap-2 text-small">
            <Icon size={16} strokeWidth={2} aria-hidden="true" className={`mt-0.5 flex-none ${COLOURS[state]}`} />
            <span>
              <span className={state === 'next' ? 'font-strong' : undefined}>{format.date(at, 'medium')}</span>
              <span className="block text-2nd">{t(isLast ? 'billing.tries.last' : `billing.tries.${state}`)}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
