import type { CurrentPlan, OrderDetails } from '@postern/contract/subscriptions';
import { Card } from '@postern/ui/layout/card';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { allPlansQuery } from '../../subscriptions/queries.ts';
import { FactValue } from '../plans/fact-value.tsx';
import { planFacts } from '../plans/plan-facts.ts';
import { priceNow } from '../plans/price-now.ts';

/** What one more mailbox costs for a whole cycle, and what it holds; nothing where the plan is no longer sold. */
export function EachMailbox({ plan, mail }: { plan: CurrentPlan; mail: OrderDetails }) {
  const t = useText();
  const format = useFormat();
  const { bundleId = '' } = useSession();
  const { data: sold } = useQuery(allPlansQuery(bundleId, plan.currency));
  const own = sold?.mailSuite.find(({ id }) => id === mail.planId);
  const price = own && priceNow(own, plan.billingCycle, { plan, order: mail, zIndex: own.zIndex });
  if (!own || !price) return null;
  const [storage] = planFacts(own);
  return (
    <section aria-labelledby="each-mailbox">
      <h2 id="each-mailbox" className="mb-3">
        {t('upgrade.seats.each')}
      </h2>
      <Card>
        <dl className="px-5 py-1 max-phone:px-4">
          <div className="flex flex-wrap justify-between gap-x-4 py-3">
            <dt className="text-2nd">{format.name(own)}</dt>
            <dd>
              <span className="num font-strong">{format.money(price.amount, plan.currency)}</span>{' '}
              <span className="text-2nd">{t('upgrade.plans.each', { cycle: plan.billingCycle })}</span>
            </dd>
          </div>
          {storage && (
            <div className="flex justify-between gap-4 border-t border-line py-3">
              <dt className="text-2nd">{t(storage.label)}</dt>
              <dd>
                <FactValue value={storage.value} />
              </dd>
            </div>
          )}
        </dl>
      </Card>
    </section>
  );
}
