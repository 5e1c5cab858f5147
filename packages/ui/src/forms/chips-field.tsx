import { Combobox } from '@base-ui/react/combobox';
import { X } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { cx } from '../cx.ts';
import { type ComboboxItem, ComboboxList } from './combobox-list.tsx';
import { INPUT_SHELL } from './input-shell.ts';

export interface ChipsFieldProps {
  /** The items that match `typed`; the caller searches. */
  items: readonly ComboboxItem[];
  /** The chosen items, in order. */
  value: readonly string[];
  /** The text of a chip. */
  labelOf: (value: string) => string;
  /** Called when an item is chosen or removed; the caller clears what is typed. */
  onValueChange: (value: string[]) => void;
  typed: string;
  onTyped: (text: string) => void;
  /** Shown when nothing matches, and while the search is running. */
  emptyText: ReactNode;
  /** Names the button that removes a chip. */
  removeLabel: (value: string) => string;
  placeholder?: string | undefined;
  name?: string | undefined;
  disabled?: boolean | undefined;
  ref?: Ref<HTMLInputElement>;
}

/**
 * Chooses several of many items, found by typing; each becomes a chip that can be removed. Typed text that isn't chosen stays. Use inside a
 * `Field`.
 */
export function ChipsField({ ref, ...props }: ChipsFieldProps) {
  const { items, value, onValueChange, typed, onTyped, disabled = false } = props;
  const chosen = value.map((each) => ({ value: each, label: props.labelOf(each) }));
  return (
    <Combobox.Root<ComboboxItem, true>
      multiple
      items={items}
      filter={null}
      value={chosen}
      onValueChange={(next, details) => {
        // Escape closes the list, then the dialog, and removes nothing.
        if (details.reason === 'escape-key') {
          details.cancel();
          details.allowPropagation();
          return;
        }
        onValueChange(next.map((item) => item.value));
      }}
      inputValue={typed}
      onInputValueChange={(text, details) => {
        if (details.reason === 'input-change') onTyped(text);
      }}
      isItemEqualToValue={(a, b) => a.value === b.value}
      autoHighlight
      disabled={disabled}
    >
      <Combobox.InputGroup className={cx(INPUT_SHELL, 'min-h-11 px-2')} data-slot="input">
        <Combobox.Chips className="flex max-h-44 min-w-0 flex-1 flex-wrap items-center gap-1.5 overflow-y-auto py-1.5">
          {value.map((each) => (
            <Combobox.Chip key={each} aria-label={props.labelOf(each)} className={CHIP}>
              <span className="min-w-0 truncate">{props.labelOf(each)}</span>
              <Combobox.ChipRemove aria-label={props.removeLabel(each)} className={REMOVE}>
                <X size={14} strokeWidth={2} aria-hidden="true" />
              </Combobox.ChipRemove>
            </Combobox.Chip>
          ))}
          <Combobox.Input
            ref={ref}
            name={props.name}
            placeholder={value.length === 0 ? props.placeholder : undefined}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className="min-h-7 min-w-32 flex-1 bg-transparent px-1.5 outline-none! disabled:cursor-not-allowed"
          />
        </Combobox.Chips>
      </Combobox.InputGroup>
      <ComboboxList emptyText={props.emptyText} />
    </Combobox.Root>
  );
}

const CHIP = [
  'flex max-w-full min-w-0 items-center gap-0.5 rounded-sm bg-sunken ps-2.5 text-label outline-none',
  'data-highlighted:bg-accent-soft focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-accent forced-colors:border',
].join(' ');
const REMOVE =
  'grid size-7 flex-none cursor-pointer place-items-center rounded-sm text-3rd hover:bg-line hover:text-text pointer-coarse:size-9';
