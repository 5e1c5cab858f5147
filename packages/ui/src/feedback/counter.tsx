import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { useHold } from './use-hold.ts';

export interface CounterProps {
  value: number;
  onValueChange: (value: number) => void;
  min?: number | undefined;
  max?: number | undefined;
  /** What is counted. */
  label: string;
  decreaseLabel: string;
  increaseLabel: string;
  /** The value in words for a screen reader, such as '3 mailboxes'. */
  valueText?: string | undefined;
  describedBy?: string | undefined;
  /** Called when the input stops or starts being a whole number; `1,5` and `-5` aren't read as 15 and 5. */
  onWrong?: ((isWrong: boolean) => void) | undefined;
  inputRef?: RefObject<HTMLInputElement | null> | undefined;
  disabled?: boolean | undefined;
  name?: string | undefined;
  className?: string | undefined;
}

const STEP =
  'grid w-11 flex-none place-items-center text-2nd transition-colors duration-120 touch-manipulation select-none enabled:hover:bg-sunken enabled:hover:text-text disabled:cursor-not-allowed disabled:text-line-strong';

/** Spaces around it are allowed, and so is an empty field: the value stays. */
const isWhole = (typed: string): boolean => /^\s*(?:\d{1,9})?\s*$/.test(typed);

/** A whole number by minus and plus, arrows, or typed; it never leaves its limits. */
export function Counter(props: CounterProps) {
  const { value, onValueChange, min = 0, max = Number.MAX_SAFE_INTEGER, disabled = false } = props;
  const id = useId();
  const ownInput = useRef<HTMLInputElement>(null);
  const input = props.inputRef ?? ownInput;
  // What is being typed; null while the value itself is shown.
  const [draft, setDraft] = useState<string | null>(null);
  const valueBefore = useRef(value);
  const isWrong = draft !== null && !isWhole(draft);
  function write(next: string | null) {
    const willBeWrong = next !== null && !isWhole(next);
    if (willBeWrong !== isWrong) props.onWrong?.(willBeWrong);
    setDraft(next);
  }

  function set(next: number) {
    const clamped = Math.min(max, Math.max(min, next));
    write(null);
    // A button that disables itself would lose the focus, so it is kept in the counter.
    if ((clamped === min || clamped === max) && document.activeElement?.getAttribute('aria-controls') === id)
      input.current?.focus();
    if (clamped !== value) onValueChange(clamped);
    return clamped;
  }
  /** A number within the limits counts as it is typed, so that what depends on it never lags behind the field. */
  function type(typed: string) {
    if (draft === null) valueBefore.current = value;
    write(typed);
    // The beginning of `1,5` was a number, and the whole is none.
    const next = isWhole(typed) ? Number.parseInt(typed, 10) : valueBefore.current;
    if (next >= min && next <= max && next !== value) onValueChange(next);
  }
  function settle() {
    if (draft === null || isWrong) return;
    const typed = Number.parseInt(draft, 10);
    set(Number.isNaN(typed) ? value : typed);
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const targets: Record<string, number | undefined> = {
      ArrowUp: value + 1,
      ArrowDown: value - 1,
      PageUp: value + 10,
      PageDown: value - 10,
      Home: props.min,
      End: props.max,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      event.preventDefault();
      set(target);
    } else if (event.key === 'Enter') settle();
  }
  const holdDown = useHold(() => set(value - 1) > min);
  const holdUp = useHold(() => set(value + 1) < max);

  return (
    <div
      data-slot="counter"
      data-disabled={disabled || undefined}
      className={cx(
        'num inline-flex min-h-11 pointer-coarse:min-h-11.5 max-w-max items-stretch overflow-clip rounded-md border border-line-strong bg-surface has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-accent',
        isWrong && 'border-bad',
        disabled && 'border-line bg-sunken text-3rd',
        props.className,
      )}
    >
      <button
        type="button"
        {...holdDown}
        aria-label={props.decreaseLabel}
        aria-controls={id}
        disabled={disabled || value <= min}
        className={cx(STEP, 'rounded-s-md focus-visible:-outline-offset-3')}
      >
        <Minus size={19} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <input
        id={id}
        ref={input}
        role="spinbutton"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        name={props.name}
        disabled={disabled}
        aria-label={props.label}
        aria-describedby={props.describedBy}
        aria-invalid={isWrong || undefined}
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={props.max}
        aria-valuetext={props.valueText}
        value={draft ?? String(value)}
        onChange={(event) => type(event.target.value.slice(0, 12))}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={settle}
        onKeyDown={onKeyDown}
        className="w-12 min-w-0 bg-transparent text-center font-strong outline-none! pointer-coarse:text-lead"
      />
      <button
        type="button"
        {...holdUp}
        aria-label={props.increaseLabel}
        aria-controls={id}
        disabled={disabled || value >= max}
        className={cx(STEP, 'rounded-e-md focus-visible:-outline-offset-3')}
      >
        <Plus size={19} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </div>
  );
}
