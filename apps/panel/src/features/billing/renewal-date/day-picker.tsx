import { useId } from 'react';
import { useText } from '../../../lib/i18n/texts.ts';

type Props = {
  /** The days are 1 to this one. */
  last: number;
  /** The day on which the plan renews now. It would change nothing. */
  present: number;
  value: number | null;
  onChoose: (day: number) => void;
};

/** The days of a month as in a calendar; arrow keys move between them. */
export function DayPicker({ last, present, value, onChoose }: Props) {
  const t = useText();
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-2 text-label font-strong">{t('billing.date.day')}</legend>
      <div className="grid grid-cols-7 gap-1.5">
        {Array.from({ length: last }, (_, at) => at + 1).map((day) => (
          <label
            key={day}
            className="num grid min-h-11 cursor-pointer place-items-center rounded-sm border border-line text-label hover:bg-row-hover has-checked:border-accent has-checked:bg-accent has-checked:text-on-accent has-disabled:cursor-default has-disabled:border-dashed has-disabled:border-line-strong has-disabled:bg-transparent has-disabled:text-3rd has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={day}
              checked={day === value}
              disabled={day === present}
              onChange={() => onChoose(day)}
              aria-label={t('billing.date.ordinal', { day })}
            />
            <span aria-hidden="true">{day}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
