import { ALIAS_NAME_MAXIMUM_CHARACTERS, checkAliasAddress, checkAliasName } from '@postern/domain/aliases';
import { Button } from '@postern/ui/buttons/button';
import { Field } from '@postern/ui/forms/field';
import { TextInput } from '@postern/ui/forms/text-input';
import { useEffect, useEffectEvent } from 'react';
import { type FieldProblem, problemText } from '../../lib/forms/field-problem.ts';
import { Form } from '../../lib/forms/form.tsx';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { useForm } from '../../lib/forms/use-form.ts';
import { UserNameInput } from '../../lib/forms/user-name-input.tsx';
import { fieldCodes, hasCode } from '../../lib/http/api-error.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { checkAlias } from './alias-problems.ts';

type Props = {
  domain: string;
  pending: boolean;
  failure: Error | null;
  onSubmit: (alias: { alias: string; displayName: string }) => void;
  onCancel: () => void;
};

function refusedFields(failure: Error): { alias?: FieldProblem } {
  if (hasCode(failure, 'EMAIL_EXISTS')) return { alias: { key: 'mailboxes.create.notAvailable' } };
  return 'alias' in fieldCodes(failure) ? { alias: { key: 'mailboxes.create.userNameRefused' } } : {};
}

/** A new alias: the name it sends under, and its address. Spec 2 §5, alias. */
export function AddAliasForm({ domain, pending, failure, onSubmit, onCancel }: Props) {
  const t = useText();
  const form = useForm({
    initial: { displayName: '', alias: '' },
    check: (values) => checkAlias(values, domain),
    failure,
    refused: refusedFields,
    submit: (values) => {
      const [name, address] = [checkAliasName(values.displayName), checkAliasAddress(values.alias, domain)];
      if (name.ok && address.ok) onSubmit({ alias: address.value, displayName: name.value });
    },
  });
  const focusFirst = useEffectEvent(() => form.focus('displayName'));
  useEffect(() => focusFirst(), []);
  return (
    <Form form={form} className="grid gap-4 rounded-md border border-line p-4">
      <Field label={t('aliases.name')} hint={t('aliases.nameHint')} error={problemText(form.problem('displayName'), t)}>
        <TextInput {...form.text('displayName')} autoComplete="off" maxLength={ALIAS_NAME_MAXIMUM_CHARACTERS} />
      </Field>
      <Field label={t('aliases.address')} error={problemText(form.problem('alias'), t)}>
        <UserNameInput {...form.text('alias')} domain={domain} onType={(alias) => form.change({ alias })} />
      </Field>
      {form.failure && <SubmitFailure failure={form.failure} pending={pending} />}
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button kind="quiet" onClick={onCancel} disabled={pending}>
          {t('aliases.cancel')}
        </Button>
        <Button type="submit" pending={pending}>
          {t('aliases.add')}
        </Button>
      </div>
    </Form>
  );
}
