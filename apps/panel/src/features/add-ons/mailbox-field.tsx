import type { MailAccount } from '@postern/contract/mailboxes';
import { showNames } from '@postern/domain/addresses';
import { matchesSearch } from '@postern/domain/mailboxes';
import { ComboboxField } from '@postern/ui/forms/combobox-field';
import { Field } from '@postern/ui/forms/field';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { useDebounced } from '../../lib/lists/use-debounced.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { mailboxChoicesQuery } from '../mailboxes/queries.ts';

type Props = {
  label: string;
  value: MailAccount | null;
  onChoose: (mailbox: MailAccount) => void;
  /** Which mailboxes may be chosen. */
  isOffered: (mailbox: MailAccount) => boolean;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** Chooses one of the domain's mailboxes, found by name or address. */
export function MailboxField({ label, value, onChoose, isOffered, error, ref }: Props) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const choices = useQuery(mailboxChoicesQuery(bundleId, search));
  const found = (choices.data ?? []).filter((mailbox) => matchesSearch(typed, mailbox) && isOffered(mailbox));
  const itemOf = ({ email, displayName }: MailAccount) => ({
    value: email,
    label: showNames(email),
    note: displayName,
  });
  const isLooking = choices.isPending || choices.isPlaceholderData || search !== typed.trim();
  return (
    <Field label={label} error={error}>
      <ComboboxField
        {...(ref && { ref })}
        items={found.map(itemOf)}
        value={value?.email ?? null}
        selected={value && itemOf(value)}
        onValueChange={(email) => {
          const chosen = found.find((one) => one.email === email);
          if (chosen) onChoose(chosen);
        }}
        onSearch={setTyped}
        openLabel={t('addOns.mailbox.open')}
        emptyText={isLooking ? t('addOns.mailbox.searching') : t('addOns.mailbox.noMatch', { domain })}
        placeholder={t('addOns.mailbox.placeholder')}
      />
    </Field>
  );
}
