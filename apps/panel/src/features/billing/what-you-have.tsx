import type { BillingOverview } from '@postern/contract/billing';
import type { CurrentPlan, OrderDetails } from '@postern/contract/subscriptions';
import { DEFAULT_ACCOUNT_LIMIT } from '@postern/domain/plans';
import { Card } from '@postern/ui/layout/card';
import { Link } from '@tanstack/react-router';
import { Globe, LayoutPanelTop, Mail } from 'lucide-react';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { AddOnRows } from '../add-ons/panel.ts';
import { type Offers, useOffers } from '../upgrade/panel.ts';

const ICONS = { MailSuite: Mail, Site: LayoutPanelTop, NeoDomain: Globe } as const;

type Props = { overview: BillingOverview; plan: CurrentPlan };

/** The products of the bundle with their add-ons, and what each costs for a cycle. */
export function WhatYouHave({ overview, plan }: Props) {
  const t = useText();
  const orders = [plan.mailSuiteDetails, plan.siteDetails, plan.domainDetails].flatMap((order) => order ?? []);
  const offers = useOffers(plan);
  const [first] = overview.orders;
  return (
    <section aria-labelledby="what-you-have">
      <div className="mb-2.5 flex flex-wrap items-baseline justify-between gap-x-4 pe-5 max-phone:pe-0">
        <h2 id="what-you-have">{t('billing.have.title')}</h2>
        {first && first.lines.length > 0 && (
          <span className="text-small text-2nd">{t('billing.have.head', { cycle: first.billingCycle })}</span>
        )}
      </div>
      <Card>
        {orders.map((order) => (
          <Product
            key={order.orderId}
            order={order}
            seen={overview.orders.find((one) => one.orderId === order.orderId)}
            plan={plan}
            offers={offers}
          />
        ))}
      </Card>
    </section>
  );
}

type ProductProps = {
  order: OrderDetails;
  seen: BillingOverview['orders'][number] | undefined;
  plan: CurrentPlan;
  offers: Offers;
};

function Product({ order, seen, plan, offers }: ProductProps) {
  const t = useText();
  const format = useFormat();
  const Icon = ICONS[order.product];
  const [own] = seen?.lines ?? [];
  return (
    <div className="flex gap-4 border-b border-line px-5 py-4 last:border-b-0 max-phone:px-4">
      <span className="grid size-9 flex-none place-items-center rounded-sm bg-accent-soft text-accent-text">
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex justify-between gap-4">
          <p className="min-w-0">
            <span className="font-strong">{format.name(order.planDetails)}</span>{' '}
            <span className="text-2nd">· {t(`billing.product.${order.product}`)}</span>
          </p>
          {own && <span className="num flex-none font-strong">{format.money(own.amount, plan.currency)}</span>}
        </div>
        <p className="mt-0.5 text-label text-2nd">
          <Facts order={order} seen={seen} />
        </p>
        <OrderDiscount order={order} plan={plan} />
        {order.product === 'MailSuite' && (
          <AddOnRows plan={plan} cycle={seen?.billingCycle ?? plan.billingCycle} sells={offers.addOns} />
        )}
        <Ways order={order} offers={offers} />
      </div>
    </div>
  );
}

/** Where more of a product is bought. */
function Ways({ order, offers }: Pick<ProductProps, 'order' | 'offers'>) {
  const t = useText();
  const format = useFormat();
  const isMail = order.product === 'MailSuite';
  const higher = offers.higher.get(order.orderId);
  const sellsMailboxes = isMail && offers.mailboxes;
  if (!sellsMailboxes && !higher) return null;
  return (
    <div className="mt-2.5 flex flex-wrap gap-x-5 gap-y-1.5 text-label pointer-coarse:gap-y-5.5">
      {sellsMailboxes && (
        <Link to={PATHS.buyMailboxes} className="touch font-strong">
          {t('billing.have.buy')}
        </Link>
      )}
      {higher && (
        <Link to={isMail ? PATHS.billing : PATHS.siteBilling} className="touch font-strong">
          {t('billing.have.upgradeTo', { name: format.name(higher) })}
        </Link>
      )}
    </div>
  );
}

/** What a discount code takes off each charge, and until when. The price above is without it already. */
function OrderDiscount({ order: { discount }, plan }: Pick<ProductProps, 'order' | 'plan'>) {
  const t = useText();
  const format = useFormat();
  if (!discount) return null;
  const { displayCode: code, type, value, expiryDate } = discount;
  const off =
    type === 'flat'
      ? format.money(value, plan.currency)
      : format.number(value / 100, { style: 'percent', maximumFractionDigits: 2 });
  return (
    <p className="mt-0.5 text-label text-good">
      {expiryDate === null
        ? t('billing.have.discount', { code, value: off })
        : t('billing.have.discountUntil', { code, value: off, date: format.date(expiryDate, 'long') })}
    </p>
  );
}

/** One fact about a product: how much of it is used, or when it ends. */
function Facts({ order, seen }: Pick<ProductProps, 'order' | 'seen'>) {
  const t = useText();
  const format = useFormat();
  if (seen?.cancelledOn && seen.stopsOn) return t('billing.have.ends', { date: format.date(seen.stopsOn, 'long') });
  if (order.product === 'MailSuite') {
    const { limit, active } = order.noOfAccounts;
    return limit < DEFAULT_ACCOUNT_LIMIT
      ? t('billing.have.mailboxes', { count: limit, active })
      : t('billing.have.anyMailboxes', { active });
  }
  return seen?.endsOn ? t('billing.have.until', { date: format.date(seen.endsOn, 'long') }) : null;
}
