import { Select as BaseSelect } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { POPUP, POPUP_ITEM } from '../overlays/popup-classes.ts';

interface SelectItem<Value extends string = string> {
  value: Value;
  label: ReactNode;
  disabled?: boolean | undefined;
}

export interface SelectProps<Value extends string = string> {
  items: readonly SelectItem<Value>[];
  value: Value | null;
  onValueChange: (value: Value) => void;
  placeholder?: ReactNode;
  /** Required if no field gives it a label. */
  label?: string | undefined;
  name?: string | undefined;
  disabled?: boolean | undefined;
  size?: 's' | 'm' | undefined;
  onBlur?: (() => void) | undefined;
  className?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

/** Chooses one of a few items. Inside a `Field` give that `nativeLabel={false}`. For long lists use `ComboboxField`. */
export function Select<Value extends string = string>({ ref, ...props }: SelectProps<Value>) {
  const { items, value, onValueChange, placeholder, label, name, disabled = false, size = 'm', className } = props;
  // The list has the same name as its button: the field's label, whose id is known once the button is there.
  const line = useRef<HTMLDivElement>(null);
  const [labelId, setLabelId] = useState<string | undefined>(undefined);
  function onOpenChange(open: boolean) {
    if (open) setLabelId(line.current?.querySelector('[role=combobox]')?.getAttribute('aria-labelledby') ?? undefined);
  }
  return (
    <BaseSelect.Root<Value>
      onOpenChange={onOpenChange}
      items={items.map((item) => ({ value: item.value, label: item.label }))}
      value={value}
      onValueChange={(next) => next !== null && onValueChange(next as Value)}
      disabled={disabled}
      {...(name === undefined ? {} : { name })}
    >
      <div ref={line} className="contents">
        <BaseSelect.Trigger
          ref={ref}
          aria-label={label}
          onBlur={props.onBlur}
          className={cx(
            'flex w-full min-w-0 items-center justify-between gap-2.5 rounded-md border border-line-strong bg-surface ps-3.5 pe-3 text-start text-body transition-colors duration-120',
            'pointer-coarse:text-lead hover:border-3rd data-invalid:border-bad data-disabled:border-line data-disabled:bg-sunken data-disabled:text-3rd',
            size === 'm' ? 'min-h-11' : 'min-h-10 pointer-coarse:min-h-11',
            className,
          )}
        >
          <BaseSelect.Value className="min-w-0 truncate data-placeholder:text-3rd" placeholder={placeholder} />
          <BaseSelect.Icon className="flex-none text-3rd">
            <ChevronsUpDown size={16} strokeWidth={1.75} aria-hidden="true" />
          </BaseSelect.Icon>
        </BaseSelect.Trigger>
      </div>
      <BaseSelect.Portal>
        <BaseSelect.Positioner alignItemWithTrigger={false} sideOffset={6} align="start" className="z-50 outline-none">
          <BaseSelect.Popup className={cx(POPUP, 'overflow-clip min-w-(--anchor-width) max-w-(--available-width)')}>
            <BaseSelect.List
              aria-label={label}
              aria-labelledby={label === undefined ? labelId : undefined}
              className="max-h-[min(20rem,var(--available-height))] overflow-y-auto overscroll-contain p-1.5"
            >
              {items.map((item) => (
                <BaseSelect.Item
                  key={item.value}
                  value={item.value}
                  disabled={item.disabled ?? false}
                  className={cx(POPUP_ITEM, 'pointer-coarse:py-2.75')}
                >
                  <BaseSelect.ItemText className="min-w-0 flex-1">{item.label}</BaseSelect.ItemText>
                  <BaseSelect.ItemIndicator className="flex-none text-accent-text">
                    <Check size={16} strokeWidth={2.25} aria-hidden="true" />
                  </BaseSelect.ItemIndicator>
                </BaseSelect.Item>
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  );
}
