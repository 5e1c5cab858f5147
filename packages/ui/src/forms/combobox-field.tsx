import { Combobox } from '@base-ui/react/combobox';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, type Ref, useMemo, useState } from 'react';
import { cx } from '../cx.ts';
import { type ComboboxItem, ComboboxList } from './combobox-list.tsx';
import { INPUT_BARE, INPUT_SHELL } from './input-shell.ts';
import { rankMatches } from './rank-matches.ts';

export interface ComboboxFieldProps {
  items: readonly ComboboxItem[];
  value: string | null;
  onValueChange: (value: string) => void;
  /** Called with what is typed: the caller then passes the matching items, and `items` isn't searched here. */
  onSearch?: ((text: string) => void) | undefined;
  /** The chosen item, if it may not be among the items. */
  selected?: ComboboxItem | null | undefined;
  /** Names the button that opens the list. */
  openLabel: string;
  /** Shown when nothing matches. */
  emptyText: ReactNode;
  placeholder?: string | undefined;
  /** Required if no field gives it a label. */
  label?: string | undefined;
  name?: string | undefined;
  autoComplete?: string | undefined;
  disabled?: boolean | undefined;
  onBlur?: (() => void) | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** Chooses one of many items, found by typing: countries, regions. Use inside a `Field`. */
export function ComboboxField({ ref, ...props }: ComboboxFieldProps) {
  const { items, value, onValueChange, openLabel, emptyText, disabled = false, name } = props;
  const { onSearch } = props;
  const found = useMemo(() => items.find((item) => item.value === value) ?? null, [items, value]);
  const selected = props.selected === undefined ? found : props.selected;
  const [typed, setTyped] = useState('');
  const shown = useMemo(() => (onSearch ? items : rankMatches(items, typed)), [items, onSearch, typed]);
  const search = onSearch ?? setTyped;
  return (
    <Combobox.Root<ComboboxItem>
      items={shown}
      value={selected}
      onValueChange={(item) => item && onValueChange(item.value)}
      // The items come searched, the best one first.
      filter={null}
      // A list that was closed starts at its beginning the next time.
      onInputValueChange={(text: string, { reason }: { reason: string }) =>
        search(reason === 'input-change' ? text : '')
      }
      isItemEqualToValue={(a, b) => a.value === b.value}
      autoHighlight
      disabled={disabled}
      {...(name === undefined ? {} : { name })}
    >
      <Combobox.InputGroup className={cx(INPUT_SHELL, 'min-h-11 pe-0 pointer-coarse:min-h-11.5')} data-slot="input">
        <Combobox.Input
          ref={ref}
          aria-label={props.label}
          placeholder={props.placeholder}
          autoComplete={props.autoComplete ?? 'off'}
          onBlur={props.onBlur}
          onFocus={(event) => event.currentTarget.select()}
          className={INPUT_BARE}
        />
        <Combobox.Trigger
          aria-label={openLabel}
          // Its own name, not the field's.
          aria-labelledby={undefined}
          className="grid w-11 flex-none cursor-pointer place-items-center self-stretch rounded-e-md text-3rd hover:text-text"
        >
          <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" />
        </Combobox.Trigger>
      </Combobox.InputGroup>
      <ComboboxList emptyText={emptyText} />
    </Combobox.Root>
  );
}
