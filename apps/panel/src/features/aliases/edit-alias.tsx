import type { Alias } from '@postern/contract/aliases';
import { ALIAS_NAME_MAXIMUM_CHARACTERS, checkAliasName } from '@postern/domain/aliases';
import { Button } from '@postern/ui/buttons/button';
import { Field } from '@postern/ui/forms/field';
import { TextInput } from '@postern/ui/forms/text-input';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { nameProblem } from './alias-problems.ts';
import { updateAliasMutation } from './queries.ts';

type Props = { alias: Alias; mailbox: { bundleId: string; email: string }; onDone: () => void };

/** Another name for an alias to send under. Spec 2 §5, alias. */
export function EditAlias({ alias, mailbox, onDone }: Props) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(alias.displayName);
  const [isSent, setSent] = useState(false);
  const { run, pending, error } = useSingleCall(updateAliasMutation(mailbox), onDone);
  useEffect(() => input.current?.select(), []);
  const wrong = isSent ? nameProblem(typed) : null;
  function submit(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    const name = checkAliasName(typed);
    if (!name.ok) input.current?.focus();
    else if (name.value === alias.displayName) onDone();
    else run({ senderId: alias.senderId, displayName: name.value });
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <Field
        label={t('aliases.nameOf', { email: alias.email })}
        error={wrong ? t(wrong.key, wrong.values) : error && !pending && t('aliases.updateError')}
      >
        <TextInput
          ref={input}
          autoComplete="off"
          maxLength={ALIAS_NAME_MAXIMUM_CHARACTERS}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || pending) return;
            // Leaves the field, not the dialog around it.
            event.stopPropagation();
            onDone();
          }}
        />
      </Field>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button kind="quiet" size="s" onClick={onDone} disabled={pending}>
          {t('aliases.cancel')}
        </Button>
        <Button type="submit" size="s" pending={pending}>
          {t('aliases.save')}
        </Button>
      </div>
    </form>
  );
}
