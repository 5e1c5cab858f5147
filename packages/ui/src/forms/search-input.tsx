import { Search, X } from 'lucide-react';
import { type ComponentProps, useImperativeHandle, useRef } from 'react';
import { IconButton } from '../buttons/icon-button.tsx';
import { cx } from '../cx.ts';
import { INPUT_BARE, INPUT_SHELL } from './input-shell.ts';

export interface SearchInputProps extends Omit<ComponentProps<'input'>, 'value' | 'size'> {
  value: string;
  onValueChange: (value: string) => void;
  /** What is searched, for a screen reader. */
  label: string;
  clearLabel: string;
}

/** A search over a list. Escape empties it. */
export function SearchInput({
  value,
  onValueChange,
  label,
  clearLabel,
  className,
  onKeyDown,
  ref,
  ...rest
}: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement);
  function clear() {
    onValueChange('');
    input.current?.focus();
  }
  return (
    <div className={cx(INPUT_SHELL, 'min-h-10 pointer-coarse:min-h-11', className)} data-slot="input">
      <Search size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none" />
      <input
        autoComplete="off"
        spellCheck={false}
        {...rest}
        ref={input}
        type="search"
        aria-label={label}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          if (event.key !== 'Escape' || value === '') return;
          event.preventDefault();
          event.stopPropagation();
          clear();
        }}
        className={cx(INPUT_BARE, '[&::-webkit-search-cancel-button]:hidden')}
      />
      {value !== '' && (
        <IconButton label={clearLabel} size="s" className="-me-2" onClick={clear}>
          <X size={16} strokeWidth={1.75} />
        </IconButton>
      )}
    </div>
  );
}
