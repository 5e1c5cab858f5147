import { taxIdsOfCountry, type TaxIdType } from '@postern/domain/purchase';
import { type FormEvent, type ReactNode, useMemo } from 'react';
import { UnsavedInput } from '../../../lib/forms/unsaved-scope.tsx';
import { useLocale, useText } from '../../../lib/i18n/texts.ts';
import { ChoiceField, TypedField } from './billing-fields.tsx';
import { type BillingFormValues, problemsOf } from './billing-form-values.ts';
import { listCountries } from './country-names.ts';
import { US_STATES } from './us-states.ts';
import { type BillingFormState, type RefusedFields, useBillingForm } from './use-billing-form.ts';

export const BILLING_FORM_ID = 'billing-form';

type Props = {
  initial: BillingFormValues;
  blockedCountries: readonly string[];
  /** The tax ids that a country has, as far as they are known. */
  taxIdsOf: (country: string) => readonly TaxIdType[];
  /** Shown in place of the tax fields until they are known. */
  taxNote: ReactNode;
  refused: RefusedFields | null;
  onChange: (values: BillingFormValues) => void;
  onCountryChange: () => void;
  onSubmit: (values: BillingFormValues) => void;
  onBlockedCountry: (country: string) => void;
  /** Whether what is typed is kept elsewhere when it is left, as in a purchase. Otherwise leaving it is asked about. */
  isKept: boolean;
  /** Below the fields, as what went wrong. */
  children?: ReactNode;
};

/** The buyer's details. A field shows its problem after it was left, or after a try to submit. */
export function BillingForm({ taxNote, onCountryChange, onBlockedCountry, isKept, children, ...props }: Props) {
  const { blockedCountries, taxIdsOf } = props;
  const form = useBillingForm(props);
  const { country } = form.values;
  const taxIds = taxIdsOf(country);

  function submit(event: FormEvent) {
    form.attributes.onSubmit(event);
    if (problemsOf(form.values, { taxIds, blockedCountries }).country === 'COUNTRY_BLOCKED') onBlockedCountry(country);
  }
  return (
    <>
      <form
        {...form.attributes}
        id={BILLING_FORM_ID}
        onSubmit={submit}
        className="grid gap-x-4 gap-y-4.5 phone:grid-cols-2"
      >
        <BillingFields form={form} taxIds={taxIds} onCountryChange={onCountryChange} />
        {taxIdsOfCountry(country).length > 0 && taxNote}
        {children && <div className="phone:col-span-2">{children}</div>}
      </form>
      {!isKept && <UnsavedInput isUnsaved={form.isUnsaved} />}
    </>
  );
}

type FieldsProps = { form: BillingFormState; taxIds: readonly TaxIdType[]; onCountryChange: () => void };

/** Fields that count in one country only, and are emptied when the country changes. */
const OF_COUNTRY = { state: '', vat_id: '', GSTIN: '', CSID: '' };

function BillingFields({ form, taxIds, onCountryChange }: FieldsProps) {
  const t = useText();
  const locale = useLocale();
  const countries = useMemo(() => listCountries(locale), [locale]);
  const isUs = form.values.country === 'US';
  function changeCountry(country: string) {
    form.change({ country, ...OF_COUNTRY }, ['state', 'zipCode', 'vat_id', 'GSTIN', 'CSID']);
    onCountryChange();
  }
  return (
    <>
      <TypedField
        form={form}
        name="email"
        type="email"
        autoComplete="email"
        wide
        hint={t('purchase.details.emailHint')}
      />
      <TypedField form={form} name="name" autoComplete="name" />
      <TypedField form={form} name="companyName" autoComplete="organization" optional />
      <ChoiceField form={form} name="country" items={countries} onChosen={changeCountry} wide />
      <TypedField form={form} name="companyAddress" autoComplete="address-line1" wide />
      <TypedField form={form} name="city" autoComplete="address-level2" wide={!isUs} />
      {isUs && <ChoiceField form={form} name="state" items={US_STATES} onChosen={(state) => form.change({ state })} />}
      {isUs && <TypedField form={form} name="zipCode" autoComplete="postal-code" inputMode="numeric" />}
      {taxIds.map((type) => (
        <TypedField
          key={type}
          form={form}
          name={type}
          autoComplete="off"
          optional
          hint={t('purchase.details.taxHint')}
          wide={!isUs}
        />
      ))}
    </>
  );
}
