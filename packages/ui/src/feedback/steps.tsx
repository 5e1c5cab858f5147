import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

interface Step {
  id: string;
  label: ReactNode;
}

export interface StepsProps {
  steps: readonly Step[];
  /** Id of the step in progress; those before it are completed. Past the last one: null. */
  current: string | null;
  /** Names the list. */
  label: string;
  /** Said after the label of a completed step. */
  completedText: string;
  className?: string | undefined;
}

const NUMBER =
  'grid size-6 flex-none place-items-center rounded-full border-[1.5px] text-tag font-semibold leading-none';

/** Shows the progress through a few steps. */
export function Steps({ steps, current, label, completedText, className }: StepsProps) {
  const at = current === null ? steps.length : steps.findIndex((step) => step.id === current);
  return (
    <ol aria-label={label} className={cx('flex flex-wrap gap-x-4 gap-y-2 text-label text-3rd desk:gap-x-7', className)}>
      {steps.map((step, index) => {
        const state = index < at ? 'completed' : index === at ? 'current' : 'untouched';
        return (
          <li
            key={step.id}
            data-state={state}
            aria-current={state === 'current' ? 'step' : undefined}
            className="flex items-center gap-2.25"
          >
            <span
              aria-hidden="true"
              className={cx(
                NUMBER,
                state === 'completed' && 'border-accent bg-accent text-on-accent',
                state === 'current' && 'border-accent bg-accent-soft text-accent-text',
                state === 'untouched' && 'border-line-strong',
              )}
            >
              {state === 'completed' ? <Check size={14} strokeWidth={2.75} /> : index + 1}
            </span>
            <span
              className={cx(
                state === 'current' ? 'font-strong text-text' : 'max-desk:sr-only',
                state === 'completed' && 'text-2nd',
              )}
            >
              {step.label}
              {state === 'completed' && <span className="sr-only">, {completedText}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
