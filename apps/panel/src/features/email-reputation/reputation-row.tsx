import { Check, ChevronRight, CircleHelp, Ellipsis, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import type { RowState } from './row-states.ts';

const LOOKS: Record<RowState, { Icon: LucideIcon; sign: string; word: string }> = {
  right: { Icon: Check, sign: 'bg-good-soft text-good', word: 'text-good' },
  flawed: { Icon: TriangleAlert, sign: 'bg-warn-soft text-warn', word: 'text-warn' },
  wrong: { Icon: TriangleAlert, sign: 'bg-warn-soft text-warn', word: 'text-warn' },
  unknown: { Icon: CircleHelp, sign: 'bg-sunken text-2nd', word: 'text-2nd' },
  waiting: { Icon: Ellipsis, sign: 'bg-sunken text-2nd', word: 'text-2nd' },
};

type Props = {
  state: RowState;
  title: string;
  name: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
};

/** One proof of the domain's mail: a plain sentence, its technical name beneath, and the details folded. */
export function ReputationRow({ state, title, name, isOpen, onToggle, children }: Props) {
  const t = useText();
  const id = useId();
  const { Icon, sign, word } = LOOKS[state];
  return (
    <section aria-labelledby={id} data-state={state} className="border-b border-line last:border-b-0">
      <details
        open={isOpen}
        onToggle={(event) => {
          if (event.currentTarget.open !== isOpen) onToggle(event.currentTarget.open);
        }}
        className="group/row"
      >
        <summary className="flex cursor-pointer list-none items-center gap-4 px-6 py-4.25 max-phone:gap-3 max-phone:px-4 max-phone:py-3.75 [&::-webkit-details-marker]:hidden">
          <span className={`grid size-7.5 flex-none place-items-center rounded-full forced-colors:border ${sign}`}>
            <Icon size={16} strokeWidth={2.25} aria-hidden="true" />
          </span>
          <span className="min-w-0 flex-1">
            <h2 id={id} className="text-body! font-strong! leading-[1.4]! wrap-anywhere">
              {title}
            </h2>
            <span className="block text-small text-2nd wrap-anywhere">{name}</span>
          </span>
          <span className={`flex-none text-small max-phone:sr-only ${word}`}>
            {t(`emailReputation.state.${state}`)}
          </span>
          <ChevronRight
            size={17}
            strokeWidth={1.75}
            aria-hidden="true"
            className="flex-none text-3rd transition-transform duration-150 group-open/row:rotate-90 motion-reduce:transition-none rtl:-scale-x-100"
          />
        </summary>
        <div className="px-6 pb-5.5 desk:ps-17.5 max-phone:px-4">{children}</div>
      </details>
    </section>
  );
}
