import { showNames } from '@postern/domain/addresses';
import { ALIAS_NAME_MAXIMUM_CHARACTERS, checkAliasAddress, checkAliasName } from '@postern/domain/aliases';
import { Button } from '@postern/ui/buttons/button';
import { Field } from '@postern/ui/forms/field';
import { TextInput } from '@postern/ui/forms/text-input';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { fieldCodes, hasCode } from '../../lib/http/api-error.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { addressProblem, nameProblem } from './alias-problems.ts';

type Props = {
  domain: string;
  pending: boolean;
  failure: Error | null;
  onSubmit: (alias: { alias: string; displayName: string }) => void;
  onCancel: () => void;
};

/** A new alias: the name it sends under, and its address. Spec 2 §5, alias. */
export function AddAliasForm({ domain, pending, failure, onSubmit, onCancel }: Props) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const [displayName, setDisplayName] = useState('');
  const [alias, setAlias] = useState('');
  const [isSent, setSent] = useState(false);
  /** What the server refused stands until it is changed. */
  const [sentAlias, setSentAlias] = useState<string | null>(null);
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
  useEffect(() => focus('displayName'), []);

  const isTaken = hasCode(failure, 'EMAIL_EXISTS');
  const isRefused = isTaken || 'alias' in fieldCodes(failure);
  const refusal = isRefused && sentAlias === alias && !pending;
  const wrongName = isSent ? nameProblem(displayName) : null;
  const wrongAlias = isSent ? addressProblem(alias, domain) : null;
  const aliasError = wrongAlias
    ? t(wrongAlias.key, wrongAlias.values)
    : refusal && t(isTaken ? 'mailboxes.create.notAvailable' : 'mailboxes.create.userNameRefused');

  function submit(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    const [name, address] = [checkAliasName(displayName), checkAliasAddress(alias, domain)];
    if (!name.ok) return focus('displayName');
    if (!address.ok) return focus('alias');
    setSentAlias(alias);
    onSubmit({ alias: address.value, displayName: name.value });
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4 rounded-md border border-line p-4">
      <Field
        label={t('aliases.name')}
        hint={t('aliases.nameHint')}
        error={wrongName && t(wrongName.key, wrongName.values)}
      >
        <TextInput
          name="displayName"
          autoComplete="off"
          maxLength={ALIAS_NAME_MAXIMUM_CHARACTERS}
          value={displayName}
          onChange={(event) => setDisplayName(event.target.value)}
        />
      </Field>
      <Field label={t('aliases.address')} error={aliasError}>
        <TextInput
          name="alias"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={alias}
          onChange={(event) => setAlias(event.target.value)}
          suffix={<span className="max-w-[48vw] truncate phone:max-w-56">@{showNames(domain)}</span>}
        />
      </Field>
      {failure && !isRefused && <SubmitFailure failure={failure} pending={pending} />}
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button kind="quiet" onClick={onCancel} disabled={pending}>
          {t('aliases.cancel')}
        </Button>
        <Button type="submit" pending={pending}>
          {t('aliases.add')}
        </Button>
      </div>
    </form>
  );
}
