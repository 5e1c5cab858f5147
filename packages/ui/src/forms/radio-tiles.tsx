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
  'group/tile flex cursor-pointer flex-col min-w-0 rounded-lg border border-line-strong bg-surface p-5 @max-[42rem]:px-4 transition-colors duration-120 hover:border-3rd has-data-checked:border-accent has-data-checked:inset-ring has-data-checked:inset-ring-accent has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent';
const DOT =
  'ms-auto size-[19px] flex-none rounded-full border-[1.5px] border-line-strong bg-surface outline-none! data-checked:border-[6px] data-checked:border-accent';

/** One row if every tile fits, otherwise one column, so that no tile is left alone in a second row. */
const columnsOf = (count: number): string => {
  if (count % 3 === 0) return '@min-[32rem]:grid-cols-3';
  if (count === 2) return '@min-[25rem]:grid-cols-2';
  return '@min-[25rem]:grid-cols-[repeat(auto-fit,minmax(12.5rem,1fr))]';
};

/** Chooses one of a few items that are compared side by side. */
export function RadioTiles<Value extends string = string>(props: RadioTilesProps<Value>) {
  const { label, value, onValueChange, tiles, name } = props;
  return (
    <div className="@container">
      <RadioGroup
        aria-label={label}
        value={value}
        onValueChange={(next) => onValueChange(next as Value)}
        {...(name === undefined ? {} : { name })}
        className={cx('grid gap-3', columnsOf(tiles.length))}
      >
        {tiles.map((tile) => (
          <label key={tile.value} className={cx(TILE, tile.className)}>
            <span className="flex min-h-7 items-start gap-2.5">
              <span className="flex min-h-7 min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 wrap-anywhere">
                {tile.title}
              </span>
              <Radio.Root value={tile.value} className={cx(DOT, 'mt-1')} />
            </span>
            {tile.content}
          </label>
        ))}
      </RadioGroup>
    </div>
  );
}
