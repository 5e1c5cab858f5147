import { showNames } from '@postern/domain/addresses';
import { ComboboxField } from '@postern/ui/forms/combobox-field';
import { Field } from '@postern/ui/forms/field';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import type { ChosenMailbox } from './use-chosen-mailbox.ts';

/** Chooses the mailbox to set up. */
export function MailboxField({ chosen }: { chosen: ChosenMailbox }) {
  const t = useText();
  const { domain = '' } = useSession();
  const { mailbox } = chosen;
  return (
    <Field label={t('clientSetup.mailbox.label')} hint={t('clientSetup.mailbox.hint')} className="mb-6">
      <ComboboxField
        items={chosen.found.map(({ email, displayName }) => ({
          value: email,
          label: showNames(email),
          note: displayName,
        }))}
        value={mailbox?.email ?? null}
        selected={mailbox && { value: mailbox.email, label: showNames(mailbox.email) }}
        onValueChange={chosen.choose}
        onSearch={chosen.search}
        openLabel={t('clientSetup.mailbox.open')}
        emptyText={chosen.isLooking ? t('clientSetup.mailbox.searching') : t('clientSetup.mailbox.noMatch', { domain })}
        placeholder={t('clientSetup.mailbox.placeholder')}
      />
    </Field>
  );
}
