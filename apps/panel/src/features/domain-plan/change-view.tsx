import { Tag } from '@postern/ui/layout/tag';
import { useId } from 'react';
import type { MessageKey } from '../../lib/i18n/message-key.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useDurationText } from '../../lib/i18n/use-duration-text.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { keyOfRecord, type PlanStep } from './plan-changes.ts';

const REASONS = {
  ADD_RECORD: 'domainPlan.why.ADD_RECORD',
  ADD_TO_OTHERS: 'domainPlan.why.ADD_TO_OTHERS',
  REPLACE_OTHER_VALUE: 'domainPlan.why.REPLACE_OTHER_VALUE',
  REPLACE_FORMER_VALUE: 'domainPlan.why.REPLACE_FORMER_VALUE',
  REPLACE_INVALID_VALUE: 'domainPlan.why.REPLACE_INVALID_VALUE',
  REMOVE_OTHER_MAIL_SERVER: 'domainPlan.why.REMOVE_OTHER_MAIL_SERVER',
  REMOVE_NULL_MX: 'domainPlan.why.REMOVE_NULL_MX',
  REMOVE_FORMER_VALUE: 'domainPlan.why.REMOVE_FORMER_VALUE',
  REMOVE_OTHER_ADDRESS: 'domainPlan.why.REMOVE_OTHER_ADDRESS',
  REMOVE_SECOND_RECORD: 'domainPlan.why.REMOVE_SECOND_RECORD',
  REPLACE_ALIAS: 'domainPlan.why.REPLACE_ALIAS',
  MERGE_SPF: 'domainPlan.why.MERGE_SPF',
  SPF_ALLOWS_EVERYBODY: 'domainPlan.why.SPF_ALLOWS_EVERYBODY',
  HOST_HOLDS_OTHER_RECORDS: 'domainPlan.why.HOST_HOLDS_OTHER_RECORDS',
  WOULD_BREAK_ZONE: 'domainPlan.why.WOULD_BREAK_ZONE',
  SPF_MERGE_TOO_MANY_LOOKUPS: 'domainPlan.why.SPF_MERGE_TOO_MANY_LOOKUPS',
} as const satisfies Record<string, MessageKey>;

/** Why a step is left to a person: existing SPF records, or a reason named above. */
const reasonOf = (code: string): MessageKey =>
  code in REASONS ? REASONS[code as keyof typeof REASONS] : 'domainPlan.why.SPF_NOT_JOINED';

/** One step: its purpose, its reason, and the records before and after. */
export function ChangeView({ step, isNew }: { step: PlanStep; isNew: boolean }) {
  const t = useText();
  const duration = useDurationText();
  const id = useId();
  const { domain = '' } = useSession();
  const { purpose, isLeft, codes, before, after } = step;
  const [record] = [...after, ...before];
  return (
    <li aria-labelledby={id} className="border-b border-line py-4 first:pt-0 last:border-b-0 last:pb-0">
      <h3 id={id} className="flex flex-wrap items-center gap-x-2 text-body! font-strong!">
        {t(after.length === 0 && !isLeft ? `domainPlan.remove.${purpose}` : `domainPlan.set.${purpose}`)}
        {isNew && <Tag>{t('domainPlan.change.new')}</Tag>}
      </h3>
      {record && (
        <p className="text-small text-3rd">
          {t('domainPlan.change.record', {
            type: record.type,
            name: record.host === '@' ? domain : `${record.host}.${domain}`,
            ttl: duration(record.ttlSeconds),
          })}
        </p>
      )}
      <p className="mt-1 text-label text-2nd">{codes.map((code) => t(reasonOf(code))).join(' ')}</p>
      <dl className="mt-2.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-small">
        {isLeft ? (
          <Values label={t('domainPlan.change.there')} records={before} others={before} as="span" />
        ) : (
          <>
            <Values label={t('domainPlan.change.before')} records={before} others={after} as="del" />
            <Values label={t('domainPlan.change.after')} records={after} others={before} as="ins" />
          </>
        )}
      </dl>
    </li>
  );
}

type ValuesProps = {
  label: string;
  records: PlanStep['before'];
  /** The records of the other side; those on both sides stay. */
  others: PlanStep['before'];
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
