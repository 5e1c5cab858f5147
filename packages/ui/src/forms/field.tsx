import { Field as BaseField } from '@base-ui/react/field';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export interface FieldProps {
  label: ReactNode;
  /** Help that is always visible. */
  hint?: ReactNode;
  /** What is wrong and what to do about it; its presence makes the field invalid. */
  error?: ReactNode;
  /** After the label: that a field may be left empty, or that it may not. */
  optionalText?: ReactNode;
  requiredText?: ReactNode;
  /** At the end of the label's line, such as 'Forgot it?'. */
  labelAction?: ReactNode;
  /** The label is for screen readers only. */
  labelHidden?: boolean | undefined;
  /** Set false for a select, which is a button: a native label would press it. */
  nativeLabel?: boolean | undefined;
  disabled?: boolean | undefined;
  name?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Label, control, hint and error as one; wires the control's name, description and invalid state. */
export function Field(props: FieldProps) {
  const { label, hint, error, labelAction, labelHidden = false, nativeLabel = true, className, children } = props;
  const note = props.optionalText ?? props.requiredText;
  const invalid = error !== undefined && error !== null && error !== false && error !== '';
  const labelClass = cx('block font-medium text-label', labelHidden && 'sr-only');
  const labelText = (
    <>
      {label}
      {note && ' '}
      {note && <span className="ms-0.5 font-normal text-3rd">{note}</span>}
    </>
  );
  return (
    <BaseField.Root
      invalid={invalid}
      disabled={props.disabled ?? false}
      className={cx('min-w-0', className)}
      {...(props.name === undefined ? {} : { name: props.name })}
    >
      <div className={cx('flex items-baseline justify-between gap-3', !(labelHidden && !labelAction) && 'mb-1.5')}>
        {nativeLabel ? (
          <BaseField.Label className={labelClass}>{labelText}</BaseField.Label>
        ) : (
          <BaseField.Label className={labelClass} nativeLabel={false} render={<div />}>
            {labelText}
          </BaseField.Label>
        )}
        {labelAction && <span className="text-small *:touch">{labelAction}</span>}
      </div>
      {children}
      <BaseField.Error match={invalid} className="mt-1.5 flex items-start gap-1.5 text-small text-bad">
        <CircleAlert size={15} strokeWidth={2} aria-hidden="true" className="mt-[0.15em] flex-none" />
        <span className="min-w-0 text-pretty">{error}</span>
      </BaseField.Error>
      {hint && <BaseField.Description className="mt-1.5 text-small text-pretty text-2nd">{hint}</BaseField.Description>}
    </BaseField.Root>
  );
}
