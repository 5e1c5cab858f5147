import { Tag } from '@postern/ui/layout/tag';
import { useId } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { useDurationText } from '../../lib/i18n/use-duration-text.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { reasonOf } from './change-reasons.ts';
import { keyOfRecord, type PlanStep } from './plan-changes.ts';

/** One step: its purpose, its reason, and the records before and after. */
export function ChangeView({ step, isNew }: { step: PlanStep; isNew: boolean }) {
  const t = useText();
  const duration = useDurationText();
  const id = useId();
  const { domain = '' } = useSession();
  const { purpose, isLeft, codes, after } = step;
  return (
    <li aria-labelledby={id} className="border-b border-line py-4 first:pt-0 last:border-b-0 last:pb-0">
      <h3 id={id} className="flex flex-wrap items-center gap-x-2 text-body! font-strong!">
        {t(after.length === 0 && !isLeft ? `domainPlan.remove.${purpose}` : `domainPlan.set.${purpose}`)}
        {isNew && <Tag>{t('domainPlan.change.new')}</Tag>}
      </h3>
      <p className="mt-1 text-label text-2nd">{codes.map((code) => t(reasonOf(code))).join(' ')}</p>
      {recordsOf(step).map(({ record, ...place }) => (
        <div key={keyOfPlace(record)} className="mt-2.5">
          <p className="text-small text-3rd">
            {t('domainPlan.change.record', {
              type: record.type,
              name: record.host === '@' ? domain : `${record.host}.${domain}`,
              ttl: duration(record.ttlSeconds),
            })}
          </p>
          <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-small">
            {isLeft ? (
              <Values label={t('domainPlan.change.there')} records={place.before} others={place.before} as="span" />
            ) : (
              <>
                <Values label={t('domainPlan.change.before')} records={place.before} others={place.after} as="del" />
                <Values label={t('domainPlan.change.after')} records={place.after} others={place.before} as="ins" />
              </>
            )}
          </dl>
        </div>
      ))}
    </li>
  );
}

type ZoneRecord = PlanStep['after'][number];

const keyOfPlace = ({ type, host }: ZoneRecord): string => `${type} ${host}`;

/** The records before and after at each name, with one that says which name. */
const recordsOf = ({ before, after }: PlanStep) =>
  [...Map.groupBy([...after, ...before], keyOfPlace)].flatMap(([place, [record]]) => {
    const isHere = (each: ZoneRecord) => keyOfPlace(each) === place;
    return record ? [{ record, before: before.filter(isHere), after: after.filter(isHere) }] : [];
  });

type ValuesProps = {
  label: string;
  records: ZoneRecord[];
  /** The records of the other side; those on both sides stay. */
  others: ZoneRecord[];
  as: 'del' | 'ins' | 'span';
};

function Values({ label, records, others, as }: ValuesProps) {
  const t = useText();
  const staying = new Set(others.map(keyOfRecord));
  return (
    <>
      <dt className="text-3rd">{label}</dt>
      <dd className="min-w-0 font-mono wrap-anywhere">
        {records.length === 0 ? (
          <span className="font-sans text-3rd">{t('domainPlan.change.nothing')}</span>
        ) : (
          records.map((record) => {
            const key = keyOfRecord(record);
            const Mark = staying.has(key) ? 'span' : as;
            return (
              <Mark key={key} className="block">
                {record.value}
              </Mark>
            );
          })
        )}
      </dd>
    </>
  );
}
