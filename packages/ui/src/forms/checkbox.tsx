import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { Check, Minus } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';
import { cx } from '../cx.ts';

export interface CheckboxProps {
  checked: boolean;
  /** `withShift`: Shift was held down, which in a list means all from the last one to this. */
  onCheckedChange: (checked: boolean, withShift: boolean) => void;
  /** Some of the items it represents are checked, not all. */
  indeterminate?: boolean | undefined;
  /** The visible label. */
  children?: ReactNode;
  hint?: ReactNode;
  /** Its name, if there is no visible label. */
  label?: string | undefined;
  name?: string | undefined;
  disabled?: boolean | undefined;
  required?: boolean | undefined;
  invalid?: boolean | undefined;
  className?: string | undefined;
  ref?: Ref<HTMLElement>;
}

const BOX = [
  'touch mt-px grid size-4.5 flex-none cursor-pointer place-items-center rounded-[min(5px,var(--r-m))] border-[1.5px] border-line-strong bg-surface transition-colors duration-120 hover:border-3rd',
  'data-checked:border-accent data-checked:bg-accent data-checked:text-on-accent',
  'data-indeterminate:border-accent data-indeterminate:bg-accent data-indeterminate:text-on-accent',
  'data-disabled:cursor-not-allowed data-disabled:border-line data-disabled:bg-sunken data-disabled:text-3rd',
].join(' ');

export function Checkbox({ ref, ...props }: CheckboxProps) {
  const { checked, onCheckedChange, indeterminate = false, children, hint, label, name, disabled = false } = props;
  const hintId = useId();
  const box = (
    <BaseCheckbox.Root
      ref={ref}
      checked={checked}
      indeterminate={indeterminate}
      onCheckedChange={(next, { event }) => onCheckedChange(next, event instanceof MouseEvent && event.shiftKey)}
      disabled={disabled}
      required={props.required ?? false}
      aria-label={label}
      aria-invalid={props.invalid || undefined}
      {...(hint ? { 'aria-describedby': hintId } : {})}
      {...(name === undefined ? {} : { name })}
      className={cx(BOX, !children && props.className)}
    >
      <BaseCheckbox.Indicator className="grid place-items-center data-unchecked:hidden">
        {indeterminate ? (
          <Minus size={13} strokeWidth={3} aria-hidden="true" />
        ) : (
          <Check size={13} strokeWidth={3} aria-hidden="true" />
        )}
      </BaseCheckbox.Indicator>
    </BaseCheckbox.Root>
  );
  if (!children) return box;
  return (
    <div className={props.className}>
      <label className={cx('flex items-start gap-2.5 leading-[1.35]', disabled && 'text-3rd')}>
        {box}
        <span className="min-w-0">{children}</span>
      </label>
      {hint && (
        <p id={hintId} className="mt-1 ps-7 text-small text-pretty text-2nd">
          {hint}
        </p>
      )}
    </div>
  );
}
