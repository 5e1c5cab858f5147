import type { CurrentPlan } from '@postern/contract/subscriptions';
import type { BillingNotice } from '@postern/domain/billing';
import { mayChangeBilling } from '@postern/domain/plans';
import type { StatusKind } from '@postern/ui/feedback/status-icon';
import { Banner } from '@postern/ui/feedback/banner';
import { Link } from '@tanstack/react-router';
import { useRole } from '../../lib/access/use-role.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { daysLeftOf, endOf, noticeOf } from './notice-of.ts';

const KINDS: Record<BillingNotice, StatusKind> = {
  suspended: 'bad',
  ended: 'bad',
  retrying: 'warn',
  cancelled: 'info',
  ending: 'warn',
  trial: 'info',
  renewing: 'info',
};

/** Above every screen but billing itself: what has to be said about the plan, in one line. It can't be closed. Spec 1 §6. */
export function BillingLine({ plan }: { plan: CurrentPlan | undefined }) {
  const t = useText();
  const format = useFormat();
  const mayPay = mayChangeBilling(useRole());
  const notice = noticeOf(plan);
  if (!plan || notice === null) return null;
  const words = { date: format.date(endOf(plan), 'long'), days: daysLeftOf(plan) };
  return (
    <Banner
      kind={KINDS[notice]}
      className="mb-6"
      action={
        mayPay && (
          <Link to={PATHS.subscription} className="touch font-strong">
            {t('shell.notice.open')}
          </Link>
        )
      }
    >
      {t(`shell.notice.${notice}`, words)}
    </Banner>
  );
}
