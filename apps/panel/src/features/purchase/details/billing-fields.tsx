import { ComboboxField } from '@postern/ui/forms/combobox-field';
import type { ComboboxItem } from '@postern/ui/forms/combobox-list';
import { Field } from '@postern/ui/forms/field';
import { TextInput } from '@postern/ui/forms/text-input';
import type { ComponentProps, ReactNode } from 'react';
import { useText } from '../../../lib/i18n/texts.ts';
import type { BillingFieldName } from './billing-form-values.ts';
import { billingProblemKey } from './billing-problem-text.ts';
import type { BillingFormState } from './use-billing-form.ts';

type Common = { form: BillingFormState; name: BillingFieldName; wide?: boolean };

/** Why a field isn't accepted, in words. */
function useProblemText({ form, name }: Common): string | undefined {
  const t = useText();
  const code = form.problem(name);
  return code && t(billingProblemKey(name, code));
}

type TypedProps = Common & { hint?: ReactNode; optional?: boolean } & Pick<
    ComponentProps<'input'>,
    'type' | 'autoComplete' | 'inputMode'
  >;

/** A field that is typed. */
export function TypedField({ hint, optional, wide, form, name, ...input }: TypedProps) {
  const t = useText();
  const error = useProblemText({ form, name });
  return (
    <Field
      label={t(`purchase.details.${name}`)}
      optionalText={optional ? t('purchase.details.optional') : undefined}
      hint={hint}
      error={error}
      className={wide ? 'phone:col-span-2' : undefined}
    >
      <TextInput {...form.text(name)} {...input} />
    </Field>
  );
}

type ChoiceProps = Common & { items: readonly ComboboxItem[]; onChosen: (value: string) => void };

/** A field that is chosen from a long list by typing: country, state. */
export function ChoiceField({ items, onChosen, wide, form, name }: ChoiceProps) {
  const t = useText();
  const error = useProblemText({ form, name });
  const value = form.values[name];
  const isState = name === 'state';
  return (
    <Field label={t(`purchase.details.${name}`)} error={error} className={wide ? 'phone:col-span-2' : undefined}>
      <ComboboxField
        items={items}
        value={value === '' ? null : value}
        onValueChange={(chosen) => {
          if (chosen !== value) onChosen(chosen);
        }}
        onBlur={() => form.leave(name)}
        openLabel={t(isState ? 'purchase.details.stateOpen' : 'purchase.details.countryOpen')}
        emptyText={t(isState ? 'purchase.details.stateEmpty' : 'purchase.details.countryEmpty')}
      />
    </Field>
  );
}
