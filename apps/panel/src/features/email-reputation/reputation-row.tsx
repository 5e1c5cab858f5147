import { Check, CircleHelp, Ellipsis, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useText } from '../../lib/i18n/texts.ts';

/** `flawed`: right, but something else is unwise. `waiting`: not checked yet. `unknown`: checked without an answer. */
export type RowState = 'right' | 'flawed' | 'wrong' | 'unknown' | 'waiting';

const LOOKS: Record<RowState, { Icon: LucideIcon; sign: string; word: string }> = {
  right: { Icon: Check, sign: 'bg-good-soft text-good', word: 'text-good' },
  flawed: { Icon: TriangleAlert, sign: 'bg-warn-soft text-warn', word: 'text-warn' },
  wrong: { Icon: TriangleAlert, sign: 'bg-warn-soft text-warn', word: 'text-warn' },
  unknown: { Icon: CircleHelp, sign: 'bg-sunken text-2nd', word: 'text-2nd' },
  waiting: { Icon: Ellipsis, sign: 'bg-sunken text-2nd', word: 'text-2nd' },
};

type Props = { state: RowState; title: string; name: string; children?: ReactNode };

/** One proof of the domain's mail: its state in plain words, its technical name beneath. */
export function ReputationRow({ state, title, name, children }: Props) {
  const t = useText();
  const id = useId();
  const { Icon, sign, word } = LOOKS[state];
  return (
    <section aria-labelledby={id} data-state={state} className="border-b border-line last:border-b-0">
      <div className="flex items-center gap-3.5 px-5 py-4 max-phone:px-4">
        <span className={`grid size-7.5 flex-none place-items-center rounded-full ${sign}`}>
          <Icon size={16} strokeWidth={2.25} aria-hidden="true" />
        </span>
        <div className="min-w-0 flex-1">
          <h2 id={id} className="text-body! font-strong! leading-[1.4]!">
            {title}
          </h2>
          <p className="text-small text-2nd">{name}</p>
        </div>
        <span className={`flex-none text-small max-phone:hidden ${word}`}>{t(`emailReputation.state.${state}`)}</span>
      </div>
      {children && <div className="px-5 pb-5 desk:ps-16 max-phone:px-4">{children}</div>}
    </section>
  );
}
