import type { CurrentPlan } from '@postern/contract/subscriptions';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Banner } from '@postern/ui/feedback/banner';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { ReadFailed } from '../../../lib/loading/read-failed.tsx';
import { WaitingCard } from '../../../lib/loading/waiting.tsx';
import { PATHS } from '../../../lib/paths.ts';
import { type SoldAddOn, useAddOn } from '../use-add-on.ts';
import { BuyAddOn } from './buy-add-on.tsx';

/** An add-on for one or several mailboxes, with its quote. Spec 2 §2, add-on purchase. */
export function BuyAddOnPage() {
  const t = useText();
  const { plan, sold, owned, type, name, isReady, failed } = useAddOn();
  if (failed) return <ReadFailed title={t('addOns.notRead')} read={failed} />;
  if (!isReady || !plan) return <WaitingCard heading="50%" button="10rem" />;
  const isPaid = plan.mailSuiteDetails?.planDetails.isPaid === true;
  if (!sold) return <NotSold canChoosePlan={!isPaid} />;
  if (!isPaid) return <PaidPlanFirst addOn={sold} plan={plan} />;
  const has = owned.reduce((sum, { quantity }) => sum + quantity, 0);
  const placesLeft = sold.limit === null ? null : Math.max(0, sold.limit - has);
  if (placesLeft === 0) return <AllBought name={name} type={type} limit={sold.limit ?? 0} />;
  return <BuyAddOn addOn={sold} plan={plan} placesLeft={placesLeft} />;
}

function NotSold({ canChoosePlan }: { canChoosePlan: boolean }) {
  const t = useText();
  return (
    <Banner
      title={t('addOns.none')}
      action={
        <ButtonLink size="s" kind="quiet" render={<Link to={canChoosePlan ? PATHS.billing : PATHS.subscription} />}>
          {t(canChoosePlan ? 'addOns.choosePlan' : 'addOns.toBilling')}
        </ButtonLink>
      }
    >
      {t('addOns.noneText')}
    </Banner>
  );
}

function PaidPlanFirst({ addOn, plan }: { addOn: SoldAddOn; plan: CurrentPlan }) {
  const t = useText();
  const format = useFormat();
  const price = addOn.pricing[plan.billingCycle] ?? 0;
  return (
    <Banner
      title={t('addOns.paidFirst', { name: format.name(addOn) })}
      action={
        <ButtonLink size="s" render={<Link to={PATHS.billing} />}>
          {t('addOns.choosePlan')}
        </ButtonLink>
      }
    >
      {t('addOns.paidFirstText', { price: format.money(price, plan.currency), cycle: plan.billingCycle })}
    </Banner>
  );
}

function AllBought({ name, type, limit }: { name: string; type: string; limit: number }) {
  const t = useText();
  return (
    <Banner
      title={t('addOns.allBought', { name, limit })}
      action={
        <ButtonLink size="s" kind="quiet" render={<Link to={PATHS.ownAddOn} params={{ addon: type } as never} />}>
          {t('addOns.manage')}
        </ButtonLink>
      }
    >
      {t('addOns.allBoughtText')}
    </Banner>
  );
}
