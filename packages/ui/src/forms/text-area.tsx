import { Input } from '@base-ui/react/input';
import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import { INPUT_BARE, INPUT_SHELL } from './input-shell.ts';

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'value' | 'defaultValue'> {
  value: string;
}

/** Input for a few sentences; as tall as its `rows`, and people can pull it taller. */
export function TextArea({ value, onChange, className, rows = 3, ...rest }: TextAreaProps) {
  return (
    <div className={cx(INPUT_SHELL, 'px-0!')} data-slot="input">
      <Input
        value={value}
        render={
          <textarea
            {...rest}
            rows={rows}
            onChange={onChange}
            className={cx(INPUT_BARE, 'block w-full resize-y rounded-md px-3.5 py-2.5', className)}
          />
        }
      />
    </div>
  );
}
