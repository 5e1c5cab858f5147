import type { CurrentPlan } from '@postern/contract/subscriptions';
import type { BillingCycle } from '@postern/domain/plans';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { addOnsQuery } from '../upgrade/queries.ts';
import { ownedOf, type SoldAddOn } from './use-add-on.ts';

type Props = {
  plan: CurrentPlan;
  cycle: BillingCycle;
  /** Whether more can be bought now. */
  sells: boolean;
};

/** The add-ons of a mail plan with their prices at the renewal, and the others on sale with theirs for the cycle that begins then. */
export function AddOnRows({ plan, cycle, sells }: Props) {
  const { bundleId = '' } = useSession();
  const { data: sold = [] } = useQuery(addOnsQuery(bundleId));
  const shown = sells ? sold : sold.filter(({ type }) => ownedOf(plan, type).length > 0);
  return shown.map((addOn) => <AddOnRow key={addOn.type} addOn={addOn} plan={plan} cycle={cycle} />);
}

type RowProps = { addOn: SoldAddOn; plan: CurrentPlan; cycle: BillingCycle };

function AddOnRow({ addOn, plan, cycle }: RowProps) {
  const t = useText();
  const format = useFormat();
  const owned = ownedOf(plan, addOn.type);
  const count = owned.reduce((sum, { quantity }) => sum + quantity, 0);
  const amount = owned.reduce((sum, { amountToBePaidOnRenewal }) => sum + amountToBePaidOnRenewal, 0);
  const name = format.name(addOn);
  const price = addOn.pricing[cycle] ?? 0;
  const trial = owned.find(({ trialUntil }) => trialUntil !== null)?.trialUntil;
  const params = { addon: addOn.type } as never;
  return (
    <p className="mt-2.5 flex flex-wrap justify-between gap-x-4 border-t border-dashed border-line pt-2.5 text-label">
      <span className="text-2nd">
        <span className="me-1">{count === 0 ? name : t('billing.have.addOn', { name, count })}</span>
        {trial && <span> · {t('billing.have.addOnTrial', { date: format.date(trial, 'long') })}</span>}{' '}
        <Link
          to={count === 0 ? PATHS.addOn : PATHS.ownAddOn}
          params={params}
          className="touch whitespace-nowrap"
          aria-label={t(count === 0 ? 'billing.have.getNamed' : 'billing.have.manageNamed', { name })}
        >
          {t(count === 0 ? 'billing.have.get' : 'billing.have.manage')}
        </Link>
      </span>
      <span className="num ms-auto flex-none">
        {count === 0 ? (
          <span className="text-3rd">{t('billing.have.each', { price: format.money(price, plan.currency) })}</span>
        ) : (
          format.money(amount, plan.currency)
        )}
      </span>
    </p>
  );
}
