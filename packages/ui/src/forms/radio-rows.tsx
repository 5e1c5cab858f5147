import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';

interface RadioRow<Value extends string = string> {
  value: Value;
  title: ReactNode;
  /** Good news next to the title, such as what is saved. */
  gain?: ReactNode;
  note?: ReactNode;
  /** At the end: a price. */
  figure?: ReactNode;
}

export interface RadioRowsProps<Value extends string = string> {
  /** The question. */
  label: ReactNode;
  /** What the figures are, said once. */
  figureHead?: ReactNode;
  value: Value | null;
  onValueChange: (value: Value) => void;
  rows: readonly RadioRow<Value>[];
  /** The row that opens further rows; they are then among the others. */
  more?: { label: ReactNode; figure?: ReactNode; onOpen: () => void } | undefined;
  name?: string | undefined;
  className?: string | undefined;
}

const ROW =
  'flex min-h-15 cursor-pointer items-center gap-3.5 border-b border-line px-5 py-3.25 transition-colors duration-120 last:border-b-0 hover:bg-sunken has-data-checked:bg-accent-soft has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-2 has-[:focus-visible]:outline-accent max-phone:px-4';
const DOT =
  'size-[19px] flex-none rounded-full border-[1.5px] border-line-strong bg-surface outline-none! data-checked:border-[6px] data-checked:border-accent';

/** Chooses one of a few priced items, a row each. Rarely chosen ones wait behind the last row. */
export function RadioRows<Value extends string = string>(props: RadioRowsProps<Value>) {
  const { label, figureHead, value, onValueChange, rows, more, name, className } = props;
  const labelId = useId();
  const list = useRef<HTMLDivElement>(null);
  const isOpening = useRef(false);
  const hasMore = more !== undefined;
  // The row that was pressed is gone, so the focus goes to the choice.
  useEffect(() => {
    if (hasMore || !isOpening.current) return;
    isOpening.current = false;
    list.current?.querySelector<HTMLElement>('[role=radio][data-checked]')?.focus();
  }, [hasMore]);
  return (
    <div className={className}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 pe-5 max-phone:pe-0">
        <h2 id={labelId}>{label}</h2>
        {figureHead && <span className="text-small text-2nd">{figureHead}</span>}
      </div>
      <div className="overflow-clip rounded-lg border border-line bg-surface shadow-raised">
        <RadioGroup
          ref={list}
          aria-labelledby={labelId}
          value={value}
          onValueChange={(next) => onValueChange(next as Value)}
          {...(name === undefined ? {} : { name })}
        >
          {rows.map((row) => (
            <label key={row.value} className={ROW}>
              <Radio.Root value={row.value} className={DOT} />
              <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3.5 gap-y-0.5">
                <span className="flex min-w-32 flex-1 flex-wrap items-baseline gap-x-2.5">
                  <span className="font-strong">{row.title}</span>{' '}
                  {row.gain && <span className="text-small font-medium whitespace-nowrap text-good">{row.gain}</span>}
                  {row.note && <span className="basis-full text-small text-2nd">{row.note}</span>}
                </span>
                {row.figure && <span className="num flex-none text-lead font-semibold">{row.figure}</span>}
              </span>
            </label>
          ))}
        </RadioGroup>
        {more && (
          <button
            type="button"
            onClick={() => {
              isOpening.current = true;
              more.onOpen();
            }}
            className="flex min-h-14 w-full items-center gap-3.5 border-t border-line px-5 py-3 text-start text-body font-medium text-accent-text hover:bg-sunken focus-visible:-outline-offset-2 max-phone:px-4"
          >
            <ChevronRight size={19} strokeWidth={1.75} aria-hidden="true" className="flex-none rtl:-scale-x-100" />
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3.5">
              <span className="min-w-0 flex-1 max-phone:basis-full">{more.label}</span>
              {more.figure && <span className="flex-none text-small font-normal text-2nd">{more.figure}</span>}
            </span>
          </button>
        )}
      </div>
    </div>
  );
}
