import { Check, CircleHelp, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

type VerdictKind = 'good' | 'warn' | 'unknown';

const LOOKS = {
  good: { Icon: Check, sign: 'bg-good-soft text-good' },
  warn: { Icon: TriangleAlert, sign: 'bg-warn-soft text-warn' },
  unknown: { Icon: CircleHelp, sign: 'bg-sunken text-2nd' },
};

export interface VerdictProps {
  kind: VerdictKind;
  /** Takes the place of the kind's sign: a ring that shows progress. */
  sign?: ReactNode;
  title: ReactNode;
  /** One sentence: what it means, or what to do. */
  children?: ReactNode;
  /** The one next step. */
  action?: ReactNode;
}

/** The answer that a page gives, in its largest words, with the one next step. The first row of a card. */
export function Verdict({ kind, sign, title, children, action }: VerdictProps) {
  const { Icon, sign: look } = LOOKS[kind];
  return (
    <div className="flex items-center gap-x-4.5 gap-y-3.5 p-6 max-phone:flex-wrap max-phone:items-start max-phone:px-4 max-phone:py-4.5">
      {sign ?? (
        <span
          className={`grid size-12 flex-none place-items-center rounded-full max-phone:size-10 forced-colors:border ${look}`}
        >
          <Icon size={24} strokeWidth={2} aria-hidden="true" className="max-phone:size-5" />
        </span>
      )}
      <div role="status" className="min-w-0 flex-1">
        <h2 className="text-[1.3125rem]! leading-tight! tracking-[-0.014em] text-pretty wrap-anywhere max-phone:text-[1.1875rem]!">
          {title}
        </h2>
        {children && <p className="mt-0.75 max-w-[54ch] text-pretty text-2nd wrap-anywhere">{children}</p>}
      </div>
      {action && <div className="flex-none max-phone:w-full max-phone:*:w-full">{action}</div>}
    </div>
  );
}
