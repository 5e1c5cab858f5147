import type { Plan } from '@postern/contract/plans';
import type { CurrentPlan } from '@postern/contract/subscriptions';
import { formatStorage } from '@postern/domain/mailboxes';
import { brandedType } from '@postern/domain/partners';
import { addedStorageMb, lastDayOf } from '@postern/domain/plans';
import { useQuery } from '@tanstack/react-query';
import { CreditCard, Layers, Sparkles, UserPlus } from 'lucide-react';
import { usePartner } from '../../lib/frame/partner.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useLocale, useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { allPlansQuery } from '../subscriptions/queries.ts';
import { plansOffered, priceNow } from '../upgrade/panel.ts';
import { addOnsQuery } from '../upgrade/queries.ts';
import { Tile, TileGroup } from './tile.tsx';

/** The catalogue's name of `{product}_max`. */
const MAX = 'max_addon';

/**
 * What can be bought, and what has been bought. Spec 2 §2, widget home: no upgrade without a higher plan, no mailboxes without a paid one,
 * and nothing that the partner leaves out.
 */
export function BillingGroup({ plan }: { plan: CurrentPlan }) {
  const t = useText();
  const format = useFormat();
  const locale = useLocale();
  const { brand, flags } = usePartner();
  const { bundleId = '' } = useSession();
  const { data: sold } = useQuery(allPlansQuery(bundleId, plan.currency));
  const mail = plan.mailSuiteDetails;
  const others = mail && sold ? plansOffered(mail, sold.mailSuite, brand).filter(({ id }) => id !== mail.planId) : [];
  const { data: addOns = [] } = useQuery(addOnsQuery(bundleId));
  const max = addOns.find(({ type }) => type === MAX);
  const lastDay = lastDayOf(plan);
  const ends = plan.autoRenew ? 'home.fact.renews' : 'home.fact.ends';
  return (
    <TileGroup id="home-billing" title={t('shell.nav.billing')}>
      {mail && others.length > 0 && !flags.hideUpgradeSection && (
        <Tile
          path={PATHS.billing}
          icon={Layers}
          title={t(mail.planDetails.isPaid ? 'home.tile.upgrade' : 'home.tile.choosePlan')}
          fact={{ text: t('home.fact.plan', { plan: format.name(mail.planDetails) }) }}
        />
      )}
      {mail?.planDetails.isPaid && !flags.hideBuyMoreAccounts && (
        <Tile
          path={PATHS.buyMailboxes}
          icon={UserPlus}
          title={t('home.tile.buyMailboxes')}
          fact={sold && { text: priceOfOne(plan, sold.mailSuite) ?? t('home.fact.atAnyTime') }}
        />
      )}
      {max && (
        <Tile
          path={PATHS.addOn.replace('$addon', brandedType(max.type, brand))}
          icon={Sparkles}
          title={format.name(max)}
          fact={{ text: t('home.fact.moreStorage', { size: formatStorage(addedStorageMb(max), locale) }) }}
        />
      )}
      <Tile
        path={PATHS.subscription}
        icon={CreditCard}
        title={t('shell.nav.subscription')}
        fact={{ text: lastDay ? t(ends, { date: format.date(lastDay, 'long') }) : t('home.fact.free') }}
      />
    </TileGroup>
  );

  function priceOfOne({ billingCycle, currency }: CurrentPlan, plans: readonly Plan[]): string | null {
    const own = plans.find(({ id }) => id === mail?.planId);
    const price = own && mail && priceNow(own, billingCycle, { plan, order: mail, zIndex: own.zIndex });
    if (!price) return null;
    return t('home.fact.each', { price: format.money(price.amount, currency, 'whole'), cycle: billingCycle });
  }
}
