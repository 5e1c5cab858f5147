import { showNames } from '@postern/domain/addresses';
import { useText } from '../../lib/i18n/texts.ts';
import type { DnsRecordView } from './queries.ts';

/** The full name of a record, in its own script. */
export const recordName = (host: string, domain: string): string =>
  showNames(host === '@' ? domain : `${host}.${domain}`);

/** The first value, and how many more there are. */
export function RecordValue({ record: { values } }: { record: DnsRecordView }) {
  const t = useText();
  const [first = '', ...more] = values;
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <span className="min-w-0 truncate font-mono text-small">{first}</span>
      {more.length > 0 && (
        <span className="flex-none text-small text-2nd">{t('dns.list.more', { count: more.length })}</span>
      )}
    </span>
  );
}
