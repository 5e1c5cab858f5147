import { Tag } from '@postern/ui/tag';
import { useId } from 'react';
import type { MessageKey } from '../../lib/i18n/message-key.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session-store.ts';
import type { PlanChange } from './queries.ts';

const REASONS = {
  ADD_RECORD: 'domainPlan.why.ADD_RECORD',
  REPLACE_OTHER_VALUE: 'domainPlan.why.REPLACE_OTHER_VALUE',
  REPLACE_FORMER_VALUE: 'domainPlan.why.REPLACE_FORMER_VALUE',
  REPLACE_INVALID_VALUE: 'domainPlan.why.REPLACE_INVALID_VALUE',
  REMOVE_OTHER_MAIL_SERVER: 'domainPlan.why.REMOVE_OTHER_MAIL_SERVER',
  REMOVE_FORMER_VALUE: 'domainPlan.why.REMOVE_FORMER_VALUE',
  REMOVE_OTHER_ADDRESS: 'domainPlan.why.REMOVE_OTHER_ADDRESS',
  REMOVE_SECOND_RECORD: 'domainPlan.why.REMOVE_SECOND_RECORD',
  REPLACE_ALIAS: 'domainPlan.why.REPLACE_ALIAS',
  MERGE_SPF: 'domainPlan.why.MERGE_SPF',
  HOST_HOLDS_OTHER_RECORDS: 'domainPlan.why.HOST_HOLDS_OTHER_RECORDS',
  WOULD_BREAK_ZONE: 'domainPlan.why.WOULD_BREAK_ZONE',
} as const satisfies Record<string, MessageKey>;

/** What is left to a person is left for the SPF records there, or for a reason named above. */
const reasonOf = (code: string): MessageKey =>
  code in REASONS ? REASONS[code as keyof typeof REASONS] : 'domainPlan.why.SPF_NOT_JOINED';

/** One change: what it is for, why it is made, and what stands there before and after. */
export function ChangeView({ change, isNew }: { change: PlanChange; isNew: boolean }) {
  const t = useText();
  const id = useId();
  const { domain = '' } = useSession();
  const { action, before, after, why } = change;
  const [record] = [...after, ...before];
  return (
    <li aria-labelledby={id} className="border-b border-line py-4 first:pt-0 last:border-b-0 last:pb-0">
      <h3 id={id} className="flex flex-wrap items-center gap-x-2 text-body! font-strong!">
        {t(action === 'remove' ? `domainPlan.remove.${why.purpose}` : `domainPlan.set.${why.purpose}`)}
        {isNew && <Tag>{t('domainPlan.change.new')}</Tag>}
      </h3>
      {record && (
        <p className="text-small text-3rd">
          {t('domainPlan.change.record', {
            type: record.type,
            name: record.host === '@' ? domain : `${record.host}.${domain}`,
            ttl: record.ttlSeconds,
          })}
        </p>
      )}
      <p className="mt-1 text-label text-2nd">{t(reasonOf(why.code))}</p>
      <dl className="mt-2.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-small">
        {action === 'leave' ? (
          <Values label={t('domainPlan.change.there')} records={before} as="span" />
        ) : (
          <>
            <Values label={t('domainPlan.change.before')} records={before} as="del" />
            <Values label={t('domainPlan.change.after')} records={after} as="ins" />
          </>
        )}
      </dl>
    </li>
  );
}

type ValuesProps = { label: string; records: PlanChange['before']; as: 'del' | 'ins' | 'span' };

function Values({ label, records, as: Mark }: ValuesProps) {
  const t = useText();
  return (
    <>
      <dt className="text-3rd">{label}</dt>
      <dd className="min-w-0 font-mono wrap-anywhere">
        {records.length === 0 ? (
          <span className="font-sans text-3rd">{t('domainPlan.change.nothing')}</span>
        ) : (
          records.map(({ type, host, value, ttlSeconds }) => (
            <Mark key={`${type} ${host} ${value} ${ttlSeconds}`} className="block">
              {value}
            </Mark>
          ))
        )}
      </dd>
    </>
  );
}
