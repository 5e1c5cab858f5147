import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { type ReactNode, useId } from 'react';

interface RadioCard<Value extends string = string> {
  value: Value;
  title: ReactNode;
  /** Good news under the title, such as what is saved. */
  gain?: ReactNode;
  note?: ReactNode;
  /** At the end: a price. */
  figure?: ReactNode;
  figureNote?: ReactNode;
  disabled?: boolean | undefined;
}

export interface RadioCardGroupProps<Value extends string = string> {
  /** The question. */
  label: ReactNode;
  labelHidden?: boolean | undefined;
  value: Value | null;
  onValueChange: (value: Value) => void;
  cards: readonly RadioCard<Value>[];
  name?: string | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
}

const CARD = [
  'flex cursor-pointer items-center gap-3.5 rounded-md border border-line-strong bg-surface px-4.5 py-4 transition-colors duration-120 hover:border-3rd',
  'has-data-checked:border-accent has-data-checked:inset-ring has-data-checked:inset-ring-accent',
  'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent',
  'has-data-disabled:cursor-not-allowed has-data-disabled:border-line has-data-disabled:bg-sunken has-data-disabled:text-3rd',
].join(' ');
const DOT =
  'size-[19px] flex-none rounded-full border-[1.5px] border-line-strong bg-surface outline-none! data-checked:border-[6px] data-checked:border-accent';

/** Chooses one of a few items, each with room for an explanation. */
export function RadioCardGroup<Value extends string = string>(props: RadioCardGroupProps<Value>) {
  const { label, labelHidden = false, value, onValueChange, cards, name, disabled = false, className } = props;
  const labelId = useId();
  return (
    <div className={className}>
      <h2 id={labelId} className={labelHidden ? 'sr-only' : 'mb-3'}>
        {label}
      </h2>
      <RadioGroup
        aria-labelledby={labelId}
        value={value}
        onValueChange={(next) => onValueChange(next as Value)}
        disabled={disabled}
        {...(name === undefined ? {} : { name })}
        className="grid gap-2.5"
      >
        {cards.map((card) => (
          <label key={card.value} className={CARD}>
            <Radio.Root value={card.value} disabled={card.disabled ?? false} className={DOT} />
            {/* On the narrowest phones the figure goes under the words. */}
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3.5 gap-y-1.5">
              <span className="min-w-24 flex-1">
                <span className="block font-strong">{card.title}</span>
                {card.gain && <span className="block text-small font-medium text-good">{card.gain}</span>}
                {card.note && <span className="block text-small text-2nd">{card.note}</span>}
              </span>
              {(card.figure || card.figureNote) && (
                <span className="ms-auto flex-none text-end max-[22rem]:ms-0 max-[22rem]:text-start">
                  <span className="block text-lead font-semibold">{card.figure}</span>
                  {card.figureNote && <span className="block text-small text-2nd">{card.figureNote}</span>}
                </span>
              )}
            </span>
          </label>
        ))}
      </RadioGroup>
    </div>
  );
}
