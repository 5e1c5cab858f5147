import { ComboboxField } from '@postern/ui/forms/combobox-field';
import type { ComboboxItem } from '@postern/ui/forms/combobox-list';
import { Field } from '@postern/ui/forms/field';
import { TextInput } from '@postern/ui/forms/text-input';
import type { ComponentProps, ReactNode } from 'react';
import { type UseControllerProps, useController } from 'react-hook-form';
import { useText } from '../../../lib/i18n/texts.ts';
import type { BillingFieldName, BillingFormValues } from './billing-form-values.ts';
import { billingProblemKey } from './billing-problem-text.ts';

type AnyControl = NonNullable<UseControllerProps<BillingFormValues>['control']>;
type Common = { control: AnyControl; name: BillingFieldName; hint?: ReactNode; optional?: boolean; wide?: boolean };

function useField({ control, name }: Common) {
  const t = useText();
  const { field, fieldState } = useController({ control, name });
  const error = fieldState.error ? t(billingProblemKey(name, fieldState.error.type)) : undefined;
  return { t, field, error };
}

type TypedProps = Common & Pick<ComponentProps<'input'>, 'type' | 'autoComplete' | 'inputMode'>;

/** A field that is typed. */
export function TypedField({ type = 'text', autoComplete, inputMode, hint, optional, wide, ...rest }: TypedProps) {
  const { t, field, error } = useField(rest);
  return (
    <Field
      label={t(`purchase.details.${rest.name}`)}
      optionalText={optional ? t('purchase.details.optional') : undefined}
      hint={hint}
      error={error}
      className={wide ? 'phone:col-span-2' : undefined}
    >
      <TextInput {...field} type={type} autoComplete={autoComplete} inputMode={inputMode} />
    </Field>
  );
}

type ChoiceProps = Common & { items: readonly ComboboxItem[]; onChosen?: () => void };

/** A field that is chosen from a long list by typing: country, state. */
export function ChoiceField({ items, onChosen, wide, ...rest }: ChoiceProps) {
  const { t, field, error } = useField(rest);
  const { ref, value, onChange, onBlur } = field;
  const isState = rest.name === 'state';
  return (
    <Field label={t(`purchase.details.${rest.name}`)} error={error} className={wide ? 'phone:col-span-2' : undefined}>
      <ComboboxField
        ref={ref}
        items={items}
        value={value === '' ? null : value}
        onValueChange={(chosen) => {
          if (chosen === value) return;
          onChange(chosen);
          onChosen?.();
        }}
        onBlur={onBlur}
        openLabel={t(isState ? 'purchase.details.stateOpen' : 'purchase.details.countryOpen')}
        emptyText={t(isState ? 'purchase.details.stateEmpty' : 'purchase.details.countryEmpty')}
      />
    </Field>
  );
}
