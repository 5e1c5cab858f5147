import { showNames } from '@postern/domain/addresses';
import { useFormat } from '../../lib/i18n/format.ts';
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
  const format = useFormat();
  const names = short
    ? recipients.map((email) => email.slice(0, email.lastIndexOf('@') + 1))
    : recipients.map(showNames);
  const count = recipients.length - shown;
  return (
    <span className="flex" title={format.list(recipients.map(showNames))}>
      <span className="truncate">{format.list(names.slice(0, shown), count > 0 ? 'open' : 'closed')}</span>
      {count > 0 && <span className="flex-none whitespace-pre"> {t('forwarders.list.more', { count })}</span>}
    </span>
  );
}
