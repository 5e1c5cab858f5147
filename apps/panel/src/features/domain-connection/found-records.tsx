import { Fragment } from 'react';
import { RichText } from '../../lib/i18n/rich-text.tsx';
import { useLocale, useText } from '../../lib/i18n/texts.ts';
import type { FoundRecord, RecordCard } from './record-cards.ts';
import { relativeTime } from './relative-time.ts';
import { useSeconds } from './use-seconds.ts';

/** The records found now, struck through if they should be deleted; and which server answered, and when. */
export function FoundRecords({
  card: { found, asked, state },
  lastUpdated,
}: {
  card: RecordCard;
  lastUpdated: string | null;
}) {
  const t = useText();
  const locale = useLocale();
  const now = useSeconds();
  const records = () => <Found records={found} />;
  const since = lastUpdated === null ? null : relativeTime(locale, Date.parse(lastUpdated), now);
  if (found.length === 0 && (asked === null || since === null)) return null;
  return (
    <p className="num text-small text-2nd wrap-anywhere">
      {found.length > 0 ? (
        <RichText text={t('domainConnection.found.now', { count: found.length })} parts={{ records }} />
      ) : (
        t(state === 'unknown' ? 'domainConnection.found.noAnswer' : 'domainConnection.found.nothing')
      )}
      {asked !== null && since !== null && (
        <>
          {' '}
          ·{' '}
          {t(state === 'unknown' ? 'domainConnection.found.askedOnly' : 'domainConnection.found.asked', {
            server: asked,
            since,
          })}
        </>
      )}
    </p>
  );
}

function Found({ records }: { records: readonly FoundRecord[] }) {
  return (
    <>
      {records.map(({ value, isToGo }, place) => (
        <Fragment key={value}>
          {place > 0 && ', '}
          {isToGo ? <del className="font-mono">{value}</del> : <span className="font-mono">{value}</span>}
        </Fragment>
      ))}
    </>
  );
}
