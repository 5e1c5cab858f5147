import { taxIdsOfCountry, type TaxIdType } from '@postern/domain/purchase';
import { type ReactNode, useEffect, useMemo } from 'react';
import { type Control, type Resolver, useForm, useWatch } from 'react-hook-form';
import { useLocale, useText } from '../../../lib/i18n/texts.ts';
import { type BillingFieldName, type BillingFormValues, type BillingRules, problemsOf } from './billing-form-values.ts';
import { ChoiceField, TypedField } from './billing-fields.tsx';
import { listCountries } from './country-names.ts';
import { US_STATES } from './us-states.ts';

export const BILLING_FORM_ID = 'billing-form';

type Props = {
  initial: BillingFormValues;
  blockedCountries: readonly string[];
  /** Tax ids that a country has, as far as they are known. */
  taxIdsOf: (country: string) => readonly TaxIdType[];
  /** Stands in the tax fields' place while they aren't known. */
  taxNote: ReactNode;
  /** Refused by the server: field → code. */
  refused: Partial<Record<BillingFieldName, string>>;
  onChange: (values: BillingFormValues) => void;
  onCountryChange: () => void;
  onSubmit: (values: BillingFormValues) => void;
  onBlockedCountry: (country: string) => void;
};

/** Only what was touched is found fault with; sending touches everything. */
const resolver: Resolver<BillingFormValues, RulesOf> = (values, rulesOf) => {
  const rules = rulesOf?.(values.country) ?? { taxIds: [], blockedCountries: [] };
  const problems = Object.entries(problemsOf(values, rules));
  if (problems.length === 0) return { values, errors: {} };
  return { values: {}, errors: Object.fromEntries(problems.map(([field, type]) => [field, { type }])) };
};
type RulesOf = (country: string) => BillingRules;

export function BillingForm(props: Props) {
  const { initial, blockedCountries, taxIdsOf, refused, onChange } = props;
  const rulesOf: RulesOf = (country) => ({ taxIds: taxIdsOf(country), blockedCountries });
  const form = useForm<BillingFormValues, RulesOf>({
    defaultValues: initial,
    mode: 'onTouched',
    resolver,
    context: rulesOf,
  });
  const { control, handleSubmit, setValue, setError, clearErrors } = form;
  const values = useWatch({ control }) as BillingFormValues;
  useEffect(() => onChange(values), [values, onChange]);
  useEffect(() => {
    const fields = Object.entries(refused) as [BillingFieldName, string][];
    for (const [index, [field, type]] of fields.entries()) setError(field, { type }, { shouldFocus: index === 0 });
  }, [refused, setError]);

  function changeCountry() {
    const cleared: BillingFieldName[] = ['state', 'vat_id', 'GSTIN', 'CSID'];
    for (const field of cleared) setValue(field, '');
    clearErrors([...cleared, 'zipCode']);
    props.onCountryChange();
  }

  const send = handleSubmit(props.onSubmit, (errors) => {
    if (errors.country?.type === 'COUNTRY_BLOCKED') props.onBlockedCountry(values.country);
  });
  return (
    <form
      id={BILLING_FORM_ID}
      noValidate
      onSubmit={(event) => void send(event)}
      className="grid gap-x-4 gap-y-4.5 phone:grid-cols-2"
    >
      <BillingFields
        control={control}
        country={values.country}
        taxIds={taxIdsOf(values.country)}
        onCountry={changeCountry}
      />
      {taxIdsOfCountry(values.country).length > 0 && props.taxNote}
    </form>
  );
}

type FieldsProps = {
  control: Control<BillingFormValues, RulesOf>;
  country: string;
  taxIds: readonly TaxIdType[];
  onCountry: () => void;
};

function BillingFields({ control, country, taxIds, onCountry }: FieldsProps) {
  const t = useText();
  const locale = useLocale();
  const countries = useMemo(() => listCountries(locale), [locale]);
  const isUs = country === 'US';
  return (
    <>
      <TypedField
        control={control}
        name="email"
        type="email"
        autoComplete="email"
        wide
        hint={t('purchase.details.emailHint')}
      />
      <TypedField control={control} name="name" autoComplete="name" />
      <TypedField control={control} name="companyName" autoComplete="organization" optional />
      <ChoiceField control={control} name="country" items={countries} onChosen={onCountry} wide />
      <TypedField control={control} name="companyAddress" autoComplete="address-line1" wide />
      <TypedField control={control} name="city" autoComplete="address-level2" wide={!isUs} />
      {isUs && <ChoiceField control={control} name="state" items={US_STATES} />}
      {isUs && <TypedField control={control} name="zipCode" autoComplete="postal-code" inputMode="numeric" />}
      {taxIds.map((type) => (
        <TypedField
          key={type}
          control={control}
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
