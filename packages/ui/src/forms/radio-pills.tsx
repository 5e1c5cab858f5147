import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { type ReactNode, useId } from 'react';

export interface RadioPillsProps<Value extends string = string> {
  /** The question. */
  label: ReactNode;
  value: Value;
  onValueChange: (value: Value) => void;
  pills: readonly { value: Value; label: ReactNode }[];
  name?: string | undefined;
  className?: string | undefined;
}

const PILL =
  'inline-flex min-h-10 cursor-pointer items-center rounded-md border border-line-strong bg-surface px-4 py-1.5 text-label text-text outline-none transition-colors duration-120 select-none pointer-coarse:min-h-11 hover:border-3rd data-checked:border-accent data-checked:font-strong data-checked:text-accent-text data-checked:inset-ring data-checked:inset-ring-accent focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent forced-colors:data-checked:bg-[Highlight] forced-colors:data-checked:text-[HighlightText]';

/** Chooses one of a few short words in a line, which wraps. */
export function RadioPills<Value extends string = string>(props: RadioPillsProps<Value>) {
  const { label, value, onValueChange, pills, name, className } = props;
  const labelId = useId();
  return (
    <div className={className}>
      <p id={labelId} className="mb-1.5 text-label font-medium">
        {label}
      </p>
      <RadioGroup
        aria-labelledby={labelId}
        value={value}
        onValueChange={(next) => onValueChange(next as Value)}
        {...(name === undefined ? {} : { name })}
        className="flex flex-wrap gap-2"
      >
        {pills.map((pill) => (
          <Radio.Root key={pill.value} value={pill.value} className={PILL}>
            {pill.label}
          </Radio.Root>
        ))}
      </RadioGroup>
    </div>
  );
}
