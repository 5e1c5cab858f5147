import { showNames } from '@postern/domain/addresses';
import { matchesSearch } from '@postern/domain/mailboxes';
import { ChipsField } from '@postern/ui/forms/chips-field';
import { Field } from '@postern/ui/forms/field';
import { useQuery } from '@tanstack/react-query';
import { type FieldProblem, problemText } from '../../lib/forms/field-problem.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useDebounced } from '../../lib/lists/use-debounced.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { mailboxChoicesQuery } from '../mailboxes/queries.ts';
import type { RecipientsTyped } from './check-forwarder-form.ts';

type Props = {
  value: RecipientsTyped;
  onChange: (value: RecipientsTyped) => void;
  problem: FieldProblem | undefined;
};

/** Chooses the recipients among the domain's mailboxes, found by name or address. */
export function RecipientsField({ value, onChange, problem }: Props) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const search = useDebounced(value.typed.trim());
  const choices = useQuery(mailboxChoicesQuery(bundleId, search));
  // Until the server has answered, the loaded mailboxes are searched: Enter never chooses one that doesn't match.
  const found = (choices.data ?? []).filter((mailbox) => matchesSearch(value.typed, mailbox));
  const items = found
    .filter(({ email }) => !value.chosen.includes(email))
    .map(({ email, displayName }) => ({
      value: email,
      label: displayName || showNames(email),
      note: displayName ? showNames(email) : undefined,
    }));
  const isLooking = choices.isPending || choices.isPlaceholderData || search !== value.typed.trim();
  return (
    <Field
      label={t('forwarders.recipients.label')}
      hint={t('forwarders.recipients.hint', { domain })}
      error={problemText(problem, t)}
    >
      <ChipsField
        name="recipients"
        items={items}
        value={value.chosen}
        labelOf={showNames}
        onValueChange={(chosen) => onChange({ chosen, typed: chosen.length > value.chosen.length ? '' : value.typed })}
        typed={value.typed}
        onTyped={(typed) => onChange({ ...value, typed })}
        emptyText={isLooking ? t('forwarders.recipients.searching') : t('forwarders.recipients.noMatch', { domain })}
        removeLabel={(email) => t('forwarders.recipients.remove', { email })}
        placeholder={t('forwarders.recipients.placeholder')}
      />
    </Field>
  );
}
