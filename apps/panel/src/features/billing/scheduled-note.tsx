import type { CurrentPlan } from '@postern/contract/subscriptions';
import { Banner } from '@postern/ui/feedback/banner';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { allPlansQuery } from '../subscriptions/queries.ts';

/** Says that the plan which was chosen for the renewal can't be had as things are now, and what to do about it. */
export function ScheduledNote({ plan: { scheduledChange, currency } }: { plan: CurrentPlan }) {
  const t = useText();
  const format = useFormat();
  const { bundleId = '' } = useSession();
  const { data } = useQuery({ ...allPlansQuery(bundleId, currency), enabled: Boolean(scheduledChange?.refusal) });
  const refusal = scheduledChange?.refusal;
  if (!refusal || !data || scheduledChange.effectiveOn === null) return null;
  const sold = [...data.mailSuite, ...data.site, ...data.domain].find(({ id }) => id === scheduledChange.planId);
  const plan = sold ? format.name(sold) : '';
  const { reason, activeAccounts: active = 0, limit = 0 } = refusal;
  const date = format.date(scheduledChange.effectiveOn, 'long');
  return (
    <Banner kind="warn" className="mb-8" title={t('billing.scheduled.title', { date })}>
      <p>
        {reason === 'TOO_MANY_MAILBOXES'
          ? t('billing.scheduled.tooMany', { plan, active, limit })
          : t('billing.scheduled.tooLarge', { plan })}
      </p>
      <p>{t('billing.scheduled.orRenews', { date })}</p>
      <Link to={PATHS.mailboxes} className="touch mt-1.5 inline-block font-strong">
        {t('shell.nav.mailboxes')}
      </Link>
    </Banner>
  );
}
