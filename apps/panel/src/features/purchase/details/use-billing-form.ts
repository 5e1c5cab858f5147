import type { TaxIdType } from '@postern/domain/purchase';
import { useEffect } from 'react';
import { useForm } from '../../../lib/forms/use-form.ts';
import { type BillingFieldName, type BillingFormValues, problemsOf } from './billing-form-values.ts';

/** The fields that the server refused, with its codes. */
export type RefusedFields = Partial<Record<BillingFieldName, string>>;

type Options = {
  initial: BillingFormValues;
  blockedCountries: readonly string[];
  /** The tax ids that a country has, as far as they are known. */
  taxIdsOf: (country: string) => readonly TaxIdType[];
  refused: RefusedFields | null;
  onChange: (values: BillingFormValues) => void;
  onSubmit: (values: BillingFormValues) => void;
};

/** The buyer's details, and what is wrong with them. */
export function useBillingForm({ initial, blockedCountries, taxIdsOf, refused, onChange, onSubmit }: Options) {
  const form = useForm({
    initial,
    check: (values): RefusedFields => problemsOf(values, { taxIds: taxIdsOf(values.country), blockedCountries }),
    judge: 'left',
    failure: refused,
    refused: (fields) => fields,
    submit: onSubmit,
  });
  const { values } = form;
  useEffect(() => onChange(values), [values, onChange]);
  return form;
}

export type BillingFormState = ReturnType<typeof useBillingForm>;
