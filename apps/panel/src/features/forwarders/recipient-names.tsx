import { showNames } from '@postern/domain/addresses';
import { useText } from '../../lib/i18n/texts.ts';

type Props = {
  recipients: readonly string[];
  /** How many recipients are named. */
  shown: number;
  /** All recipients have the same domain, so it can be left out. */
  short?: boolean;
};

/** The first recipients, and the number of further ones. */
export function RecipientNames({ recipients, shown, short = false }: Props) {
  const t = useText();
  const names = short
    ? recipients.map((email) => email.slice(0, email.lastIndexOf('@') + 1))
    : recipients.map(showNames);
  const count = recipients.length - shown;
  return (
    <span className="flex" title={showNames(recipients.join(', '))}>
      <span className="truncate">{names.slice(0, shown).join(', ')}</span>
      {count > 0 && <span className="flex-none whitespace-pre"> {t('forwarders.list.more', { count })}</span>}
    </span>
  );
}
