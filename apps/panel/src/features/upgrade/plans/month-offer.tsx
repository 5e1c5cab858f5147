import type { CurrentPlan, OrderDetails } from '@postern/contract/subscriptions';
import { Banner } from '@postern/ui/feedback/banner';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';

/** The month that the operator or the partner offered to this trial. The quote beside it already counts it. */
export function MonthOffer({ plan, order }: { plan: CurrentPlan; order: OrderDetails }) {
  const t = useText();
  const format = useFormat();
  const ends = order.expiry ?? plan.expiresOn;
  if (order.isMonthOffered !== true || ends === null) return null;
  return (
    <Banner kind="info" title={t('upgrade.month.title')}>
      {t('upgrade.month.text', { date: format.date(ends, 'long') })}
    </Banner>
  );
}
