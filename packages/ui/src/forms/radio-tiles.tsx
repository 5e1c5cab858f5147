import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export interface RadioTilesProps<Value extends string = string> {
  /** What is chosen, for screen readers. */
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  tiles: readonly { value: Value; title: ReactNode; content: ReactNode; className?: string | undefined }[];
  name?: string | undefined;
}

const TILE =
  'group/tile flex cursor-pointer flex-col rounded-lg border border-line-strong bg-surface p-5 transition-colors duration-120 hover:border-3rd has-data-checked:border-accent has-data-checked:inset-ring has-data-checked:inset-ring-accent has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent';
const DOT =
  'ms-auto size-[19px] flex-none rounded-full border-[1.5px] border-line-strong bg-surface outline-none! data-checked:border-[6px] data-checked:border-accent';

/** Chooses one of a few items that are compared side by side. */
export function RadioTiles<Value extends string = string>(props: RadioTilesProps<Value>) {
  const { label, value, onValueChange, tiles, name } = props;
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(next) => onValueChange(next as Value)}
      {...(name === undefined ? {} : { name })}
      className="grid gap-3 phone:grid-cols-[repeat(auto-fit,minmax(12.5rem,1fr))]"
    >
      {tiles.map((tile) => (
        <label key={tile.value} className={cx(TILE, tile.className)}>
          <span className="flex min-h-7 items-center gap-2.5">
            {tile.title}
            <Radio.Root value={tile.value} className={DOT} />
          </span>
          {tile.content}
        </label>
      ))}
    </RadioGroup>
  );
}
