import type { StepState } from '@postern/domain/first-steps';
import { cx } from '@postern/ui/cx';
import { Check, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../lib/i18n/texts.ts';

type Props = {
  number: number;
  state: StepState;
  title: string;
  text: ReactNode;
  /** What to do, at the end of the row; nothing for a step that is done or comes later. */
  action?: ReactNode;
  isSlim: boolean;
};

/** One of the first steps, in its state. Its buttons go under the text before the text gets too narrow to read. */
export function StepRow({ number, state, title, text, action, isSlim }: Props) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(state);
  useEffect(() => {
    // The button that was pressed went with its step: the keyboard goes on at the next one.
    if (state === 'next' && before.current !== state && document.activeElement === document.body)
      heading.current?.focus();
    before.current = state;
  }, [state]);
  const isDone = state === 'done';
  const isQuiet = isDone || state === 'later';
  const end = isDone ? t('firstSteps.done') : state === 'later' ? t('firstSteps.later') : action;
  return (
    <li
      data-state={state}
      aria-current={state === 'next' ? 'step' : undefined}
      className={cx(
        'flex gap-x-3 gap-y-3 border-b border-line px-4 py-3.5 last:border-b-0 desk:items-center desk:gap-x-4 desk:px-5',
        isQuiet ? 'items-center' : 'flex-wrap items-start',
        isDone
          ? isSlim
            ? 'desk:min-h-12 desk:py-2'
            : 'desk:min-h-13 desk:py-2.75'
          : isSlim
            ? 'desk:min-h-15 desk:py-2.5'
            : 'desk:min-h-19 desk:py-4',
      )}
    >
      <Sign number={number} state={state} />
      <div className={cx('min-w-0', isQuiet ? 'flex-1' : 'basis-[calc(100%-42px)] desk:flex-1 desk:basis-52')}>
        <h3 ref={heading} tabIndex={-1} className={cx('text-body', isDone ? 'font-normal text-2nd' : 'font-strong')}>
          {title}
        </h3>
        {!isDone && (
          <p
            className={cx(
              'mt-0.5 max-w-[68ch] text-label text-pretty wrap-anywhere text-2nd',
              state === 'later' && 'max-desk:hidden',
            )}
          >
            {text}
          </p>
        )}
        {state === 'later' && <p className="text-small text-3rd desk:hidden">{t('firstSteps.later')}</p>}
      </div>
      {end && (
        <div
          className={cx(
            'text-small',
            isQuiet
              ? 'flex-none text-end'
              : 'flex w-full flex-wrap items-center gap-x-4 gap-y-0.5 ps-10.5 desk:ms-auto desk:w-auto desk:flex-none desk:justify-end desk:ps-0',
            isDone ? 'text-good' : state === 'later' ? 'text-3rd max-desk:hidden' : 'text-accent-text',
          )}
        >
          {end}
        </div>
      )}
    </li>
  );
}

const ROUND = 'grid size-7.5 flex-none place-items-center rounded-full';

/** The number of the step, or a sign for its state. */
function Sign({ number, state }: Pick<Props, 'number' | 'state'>) {
  const t = useText();
  const isDone = state === 'done';
  if (isDone || state === 'failed') {
    const Icon = isDone ? Check : TriangleAlert;
    return (
      <span className={cx(ROUND, 'forced-colors:border', isDone ? 'bg-good-soft text-good' : 'bg-warn-soft text-warn')}>
        <Icon size={16} strokeWidth={2.25} {...(isDone ? {} : { role: 'img', 'aria-label': t('firstSteps.failed') })} />
      </span>
    );
  }
  if (state === 'waiting') return <Turning label={t('firstSteps.waiting')} />;
  return (
    <span
      aria-hidden="true"
      className={cx(
        ROUND,
        'border-[1.5px] text-small leading-none font-semibold',
        state === 'next' ? 'border-accent bg-accent-soft text-accent-text' : 'border-line-strong text-3rd',
      )}
    >
      {number}
    </span>
  );
}

function Turning({ label }: { label: string }) {
  return (
    <svg
      viewBox="0 0 30 30"
      fill="none"
      strokeWidth="3.5"
      role="img"
      aria-label={label}
      className="size-7.5 flex-none animate-turn"
    >
      <circle cx="15" cy="15" r="12.5" className="stroke-accent-line" />
      <path d="M15 2.5a12.5 12.5 0 0 1 12.5 12.5" strokeLinecap="round" className="stroke-accent" />
    </svg>
  );
}
