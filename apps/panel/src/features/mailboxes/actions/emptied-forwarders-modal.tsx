import type { MailAccount } from '@postern/contract/mailboxes';
import { showNames } from '@postern/domain/addresses';
import { matchesSearch } from '@postern/domain/mailboxes';
import { ComboboxField } from '@postern/ui/forms/combobox-field';
import { Field } from '@postern/ui/forms/field';
import { RadioCardGroup } from '@postern/ui/forms/radio-card-group';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Form } from '../../../lib/forms/form.tsx';
import { FormModal } from '../../../lib/forms/form-modal.tsx';
import { SubmitFailure } from '../../../lib/forms/submit-failure.tsx';
import { useForm } from '../../../lib/forms/use-form.ts';
import { useSingleCall } from '../../../lib/forms/use-single-call.ts';
import { fieldCodes } from '../../../lib/http/api-error.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { useDebounced } from '../../../lib/lists/use-debounced.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { deleteMailboxMutation, mailboxChoicesQuery } from '../queries.ts';

type Props = {
  mailbox: MailAccount;
  /** Their addresses, at least one. */
  forwarders: string[];
  open: boolean;
  onClose: () => void;
  onDone: () => void;
};
type Values = { choice: 'move' | 'delete'; email: string | null };

/** Asks what becomes of forwarders that deliver only to a mailbox that is being deleted, and deletes the mailbox. */
export function EmptiedForwardersModal({ mailbox, forwarders, open, onClose, onDone }: Props) {
  const t = useText();
  const formId = useId();
  const { bundleId = '' } = useSession();
  const { run, pending, error } = useSingleCall(deleteMailboxMutation(bundleId), onDone);
  const form = useForm({
    initial: { choice: 'move', email: null } as Values,
    check: ({ choice, email }): { email?: 'required' | 'refused' | null } => ({
      email: choice === 'move' && !email ? 'required' : null,
    }),
    failure: error,
    refused: (failure) => ({ email: 'forwardTo' in fieldCodes(failure) ? ('refused' as const) : null }),
    submit: ({ choice, email }) => run({ email: mailbox.email, forwardTo: choice === 'move' ? email : null }),
  });
  const { choice, email } = form.values;
  const problem = form.problem('email');
  const count = forwarders.length;
  return (
    <FormModal
      open={open}
      onClose={onClose}
      width={500}
      title={t('mailboxes.emptied.title', { count })}
      description={t('mailboxes.emptied.text', { count, email: mailbox.email })}
      formId={formId}
      submitLabel={t('mailboxes.delete.confirm')}
      pending={pending}
      danger
    >
      <Form form={form} id={formId} className="grid gap-5">
        <ul aria-label={t('mailboxes.emptied.list')} className="grid max-h-40 gap-1 overflow-y-auto font-medium">
          {forwarders.map((address) => (
            <li key={address} className="break-words">
              {showNames(address)}
            </li>
          ))}
        </ul>
        <RadioCardGroup
          label={t('mailboxes.emptied.question')}
          labelHidden
          value={choice}
          onValueChange={(chosen) => form.change({ choice: chosen })}
          cards={[
            { value: 'move', title: t('mailboxes.emptied.move') },
            {
              value: 'delete',
              title: t('mailboxes.emptied.delete', { count }),
              note: t('mailboxes.emptied.deleteText', { count }),
            },
          ]}
        />
        {choice === 'move' && (
          <OtherMailboxField
            mailbox={mailbox}
            value={email}
            onChange={(chosen) => form.change({ email: chosen })}
            error={problem && t(`mailboxes.emptied.${problem}`)}
          />
        )}
        {form.failure && <SubmitFailure failure={form.failure} pending={pending} />}
      </Form>
    </FormModal>
  );
}

type FieldProps = {
  mailbox: MailAccount;
  value: string | null;
  onChange: (email: string | null) => void;
  error: string | null | undefined | false;
};

/** Chooses a mailbox of the domain other than this one. */
function OtherMailboxField({ mailbox, value, onChange, error }: FieldProps) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const choices = useQuery(mailboxChoicesQuery(bundleId, search));
  const items = (choices.data ?? [])
    .filter((one) => one.id !== mailbox.id && matchesSearch(typed, one))
    .map((one) => ({ value: one.email, label: showNames(one.email), note: one.displayName }));
  const isLooking = choices.isPending || choices.isPlaceholderData || search !== typed.trim();
  return (
    <Field label={t('mailboxes.emptied.field')} error={error}>
      <ComboboxField
        items={items}
        value={value}
        selected={value ? { value, label: showNames(value) } : null}
        onValueChange={onChange}
        onSearch={setTyped}
        openLabel={t('mailboxes.emptied.open')}
        emptyText={isLooking ? t('mailboxes.emptied.searching') : t('mailboxes.emptied.noMatch', { domain })}
        placeholder={t('mailboxes.emptied.placeholder')}
      />
    </Field>
  );
}
