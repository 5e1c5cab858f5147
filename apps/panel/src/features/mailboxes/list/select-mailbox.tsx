import type { MailAccount } from '@postern/contract/mailboxes';
import { Checkbox } from '@postern/ui/forms/checkbox';
import { useText } from '../../../lib/i18n/texts.ts';
import { isSelected, type Selection, useSelectionOfRow } from './selection.ts';

type Props = { mailbox: MailAccount; selection: Selection };

export function SelectMailbox({ mailbox: { email }, selection: { selected, toggleRow } }: Props) {
  const t = useText();
  return (
    <Checkbox
      label={t('mailboxes.selection.row', { email })}
      checked={isSelected(selected, email)}
      onCheckedChange={(isIn, withShift) => {
        // The browser has marked the text in between, too.
        if (withShift) getSelection()?.removeAllRanges();
        toggleRow(email, isIn, withShift);
      }}
    />
  );
}

/** Selects all loaded rows, or deselects them. */
export function SelectLoaded({ mailboxes }: { mailboxes: readonly MailAccount[] }) {
  const t = useText();
  const selection = useSelectionOfRow();
  if (!selection) return null;
  const { selected, toggle } = selection;
  const chosen = mailboxes.filter(({ email }) => isSelected(selected, email)).length;
  const isAll = mailboxes.length > 0 && chosen === mailboxes.length;
  const toggleAll = () =>
    toggle(
      mailboxes.map(({ email }) => email),
      !isAll,
    );
  return (
    // Hidden while rows scroll under the head, because it would cover their checkboxes; the selection bar has the same button.
    <span className="[@container_scroll-state(stuck:top)]:invisible">
      <Checkbox
        label={t('mailboxes.selection.loaded')}
        checked={isAll}
        indeterminate={chosen > 0 && !isAll}
        onCheckedChange={toggleAll}
      />
    </span>
  );
}
