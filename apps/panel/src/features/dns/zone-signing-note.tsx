import { CopyButton } from '@postern/ui/buttons/copy-button';
import { StatusIcon } from '@postern/ui/feedback/status-icon';
import { Card } from '@postern/ui/layout/card';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { type ZoneSigning, zoneSigningQuery } from './queries.ts';

/** The four fields of a registrar's form, in its usual order. */
const FIELDS = ['keyTag', 'algorithm', 'digestType', 'digest'] as const;

const KINDS = { ours: 'good', none: 'info', changing: 'warn', mixed: 'warn', others: 'bad', unknown: 'info' } as const;

/** Which words fit: before the domain is here, only a DS record of its former provider matters. */
function wordsFor({ atRegistrar, zoneStatus, records }: ZoneSigning) {
  if (zoneStatus !== 'active') return 'moving';
  return records.length === 0 ? 'stale' : atRegistrar;
}

/** The DS record to enter at the registrar, and what is there. Nothing while nothing is known: the records above matter more. */
export function ZoneSigningNote({ bundleId, domain }: { bundleId: string; domain: string }) {
  const t = useText();
  const headingId = useId();
  const { data: signing } = useQuery(zoneSigningQuery(bundleId));
  if (!signing) return null;
  const { atRegistrar, records } = signing;
  const words = wordsFor(signing);
  const kind = words === 'moving' ? 'warn' : KINDS[atRegistrar];
  return (
    <Card padded className="mt-6" role="region" aria-labelledby={headingId} data-state={words}>
      <div className="flex items-start gap-3">
        <span className="mt-0.5 flex-none">
          <StatusIcon kind={kind} size={20} />
        </span>
        <div className="min-w-0">
          <h2 id={headingId}>{t(`dns.signing.${words}.title`)}</h2>
          <p className="prose-width mt-1 text-2nd">{t(`dns.signing.${words}.text`, { domain })}</p>
        </div>
      </div>
      {records.map((record) => (
        <dl key={record.keyTag} className="mt-4 grid gap-y-2.5 border-t border-line pt-4">
          {FIELDS.map((field) => (
            <div
              key={field}
              className="grid grid-cols-[11rem_minmax(0,1fr)] items-center gap-x-4 max-phone:grid-cols-[minmax(0,1fr)]"
            >
              <dt className="text-small text-2nd">{t(`dns.signing.field.${field}`)}</dt>
              <dd className="flex items-center gap-4 font-mono text-small">
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {record[field]}
                  {field === 'algorithm' && record.algorithm === 13 && <Meaning text="ECDSA P-256 / SHA-256" />}
                  {field === 'digestType' && record.digestType === 2 && <Meaning text="SHA-256" />}
                </span>
                <CopyButton
                  text={String(record[field])}
                  subject={t(`dns.signing.field.${field}`)}
                  idleLabel={t('dns.copy.idle')}
                  copiedLabel={t('dns.copy.copied')}
                  failedLabel={t('dns.copy.failed')}
                />
              </dd>
            </div>
          ))}
        </dl>
      ))}
      {records.length > 0 && <p className="prose-width mt-4 text-small text-2nd">{t('dns.signing.leaving')}</p>}
    </Card>
  );
}

/** What a number stands for, as some registrars list words only. */
const Meaning = ({ text }: { text: string }) => <span className="ms-2 font-sans text-2nd">({text})</span>;
