import { showNames } from '@postern/domain/addresses';
import { matchesSearch } from '@postern/domain/mailboxes';
import { Button } from '@postern/ui/buttons/button';
import { ComboboxField } from '@postern/ui/forms/combobox-field';
import { Field } from '@postern/ui/forms/field';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { fieldCodes } from '../../lib/http/api-error.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { showToast } from '../../lib/toasts.ts';
import { useDebounced } from '../../lib/lists/use-debounced.ts';
import { mailboxChoicesQuery } from '../mailboxes/queries.ts';
import { setCatchAllMutation } from './queries.ts';

type Props = { current: string | null; onCancel: () => void; onSaved: () => void };

/** Chooses the mailbox among all of the domain, found by name or address. Spec 2 §5: an existing address. */
export function CatchAllForm({ current, onCancel, onSaved }: Props) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const { mutate, isPending, error, variables } = useMutation(setCatchAllMutation(bundleId));
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [email, setEmail] = useState<string | null>(current);
  const [isTouched, setTouched] = useState(false);
  const search = useDebounced(typed.trim());
  const choices = useQuery(mailboxChoicesQuery(bundleId, search));
  // Until the server has answered, what is known is looked through: Enter never chooses what doesn't match.
  const items = (choices.data ?? [])
    .filter((mailbox) => matchesSearch(typed, mailbox))
    .map((mailbox) => ({ value: mailbox.email, label: showNames(mailbox.email), note: mailbox.displayName }));
  const isLooking = choices.isPending || choices.isPlaceholderData || search !== typed.trim();
  const isRefused = 'email' in fieldCodes(error) && variables === email;
  const problem = isRefused ? t('catchAll.field.refused') : isTouched && !email ? t('catchAll.field.required') : null;
  useEffect(() => {
    field.current?.focus();
  }, [error]);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTouched(true);
    if (isPending) return;
    if (!email) field.current?.focus();
    else if (email === current) onCancel();
    else {
      mutate(email, {
        onSuccess: () => {
          showToast(t('catchAll.done', { email }), { kind: 'success' });
          onSaved();
        },
      });
    }
  }
  return (
    <form onSubmit={submit} noValidate className="mt-5 grid gap-5">
      <Field label={t('catchAll.field.label')} hint={t('catchAll.field.hint', { domain })} error={problem}>
        <ComboboxField
          ref={field}
          items={items}
          value={email}
          selected={email ? { value: email, label: showNames(email) } : null}
          onValueChange={setEmail}
          onSearch={setTyped}
          openLabel={t('catchAll.field.open')}
          emptyText={isLooking ? t('catchAll.field.searching') : t('catchAll.field.noMatch', { domain })}
          placeholder={t('catchAll.field.placeholder')}
        />
      </Field>
      {error && !isRefused && <SubmitFailure failure={error} pending={isPending} />}
      <div className="flex flex-wrap gap-2.5 max-phone:*:flex-1">
        <Button type="submit" pending={isPending}>
          {t(current ? 'catchAll.save' : 'catchAll.set')}
        </Button>
        <Button kind="quiet" onClick={onCancel} disabled={isPending}>
          {t('shell.action.cancel')}
        </Button>
      </div>
    </form>
  );
}
