import { Input } from '@base-ui/react/input';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { INPUT_BARE, INPUT_SHELL } from './input-shell.ts';

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'prefix' | 'size' | 'defaultValue' | 'value'> {
  value?: string | undefined;
  defaultValue?: string | undefined;
  /** Inside, before the text: an icon, 'https://'. */
  prefix?: ReactNode;
  /** Inside, after the text: '@bluebottle.test', a button. */
  suffix?: ReactNode;
  /** m 44 px, s 40 px (tool rows). */
  size?: 's' | 'm' | undefined;
  /** The frame's class; `className` is the input's own. */
  frameClassName?: string | undefined;
}

export function TextInput({
  prefix,
  suffix,
  size = 'm',
  className,
  frameClassName,
  value,
  defaultValue,
  ...rest
}: TextInputProps) {
  return (
    <div
      className={cx(INPUT_SHELL, size === 'm' ? 'min-h-11' : 'min-h-10 pointer-coarse:min-h-11', frameClassName)}
      data-slot="input"
    >
      {prefix && <span className="flex-none text-2nd">{prefix}</span>}
      <Input
        {...rest}
        {...(value === undefined ? {} : { value })}
        {...(defaultValue === undefined ? {} : { defaultValue })}
        className={cx(INPUT_BARE, className)}
      />
      {suffix && <span className="flex min-w-0 items-center text-2nd">{suffix}</span>}
    </div>
  );
}
