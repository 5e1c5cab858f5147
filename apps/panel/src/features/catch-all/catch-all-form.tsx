import { showNames } from '@postern/domain/addresses';
import { matchesSearch } from '@postern/domain/mailboxes';
import { Button } from '@postern/ui/buttons/button';
import { ComboboxField } from '@postern/ui/forms/combobox-field';
import { Field } from '@postern/ui/forms/field';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Form } from '../../lib/forms/form.tsx';
import { SubmitFailure } from '../../lib/forms/submit-failure.tsx';
import { useForm } from '../../lib/forms/use-form.ts';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { fieldCodes } from '../../lib/http/api-error.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useDebounced } from '../../lib/lists/use-debounced.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { mailboxChoicesQuery } from '../mailboxes/queries.ts';
import { setCatchAllMutation } from './queries.ts';

type Props = { current: string | null; onCancel: () => void; onSaved: () => void };

/** Chooses one of the domain's mailboxes, found by name or address. Spec 2 §5: an existing address. */
export function CatchAllForm({ current, onCancel, onSaved }: Props) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const [typed, setTyped] = useState('');
  const { run, pending, error } = useSingleCall(setCatchAllMutation(bundleId), (_, email) => {
    showToast(t('catchAll.done', { email }), { kind: 'success' });
    onSaved();
  });
  const form = useForm({
    initial: { email: current },
    check: ({ email }): { email?: 'required' | 'refused' | null } => ({ email: email ? null : 'required' }),
    failure: error,
    refused: (failure) => ({ email: 'email' in fieldCodes(failure) ? ('refused' as const) : null }),
    submit: ({ email }) => {
      if (email === current) onCancel();
      else if (email) run(email);
    },
  });
  const { email } = form.values;
  const problem = form.problem('email');
  const search = useDebounced(typed.trim());
  const choices = useQuery(mailboxChoicesQuery(bundleId, search));
  // Until the server has answered, the loaded mailboxes are searched: Enter never chooses one that doesn't match.
  const items = (choices.data ?? [])
    .filter((mailbox) => matchesSearch(typed, mailbox))
    .map((mailbox) => ({ value: mailbox.email, label: showNames(mailbox.email), note: mailbox.displayName }));
  const isLooking = choices.isPending || choices.isPlaceholderData || search !== typed.trim();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, [error]);

  return (
    <Form form={form} className="mt-5 grid gap-5">
      <Field
        label={t('catchAll.field.label')}
        hint={t('catchAll.field.hint', { domain })}
        error={problem && t(`catchAll.field.${problem}`)}
      >
        <ComboboxField
          ref={field}
          items={items}
          value={email}
          selected={email ? { value: email, label: showNames(email) } : null}
          onValueChange={(chosen) => form.change({ email: chosen })}
          onSearch={setTyped}
          openLabel={t('catchAll.field.open')}
          emptyText={isLooking ? t('catchAll.field.searching') : t('catchAll.field.noMatch', { domain })}
          placeholder={t('catchAll.field.placeholder')}
        />
      </Field>
      {form.failure && <SubmitFailure failure={form.failure} pending={pending} />}
      <div className="flex flex-wrap gap-2.5 max-phone:*:flex-1">
        <Button type="submit" pending={pending}>
          {t(current ? 'catchAll.save' : 'catchAll.set')}
        </Button>
        <Button kind="quiet" onClick={onCancel} disabled={pending}>
          {t('shell.action.cancel')}
        </Button>
      </div>
    </Form>
  );
}
