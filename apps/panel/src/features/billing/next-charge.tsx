import type { BillingOverview } from '@postern/contract/billing';
import type { CurrentPlan } from '@postern/contract/subscriptions';
import { whoTakesPayment } from '@postern/domain/partners';
import { Card } from '@postern/ui/layout/card';
import { Fragment } from 'react';
import { usePartner } from '../../lib/frame/partner.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { CardMark } from './card-mark.tsx';
import type { SavedCard } from './saved-card.ts';
import { keyedLines } from './keyed-lines.ts';
import { daysLeftOf } from './notice-of.ts';

type Props = { overview: BillingOverview; plan: CurrentPlan; card: SavedCard | null };

/** What will be charged, when, and with what: a card for each day on which something is. */
export function NextCharges({ overview: { charges, currency, orders }, plan, card }: Props) {
  if (charges.length === 0 && orders.some(({ processing }) => processing)) return null;
  if (charges.length === 0) return <NoCharge plan={plan} />;
  return charges.map((charge) => (
    <NextCharge
      key={charge.on}
      charge={charge}
      currency={currency}
      card={card}
      inDays={charge.on === plan.currentPeriod?.to ? daysLeftOf(plan) : null}
    />
  ));
}

function NoCharge({ plan }: { plan: CurrentPlan }) {
  const t = useText();
  return (
    <Card padded>
      <h2>{t('billing.next.title')}</h2>
      <p className="mt-1.5 text-pretty text-2nd">
        {t(plan.expiresOn === null ? 'billing.next.free' : 'billing.next.none')}
      </p>
    </Card>
  );
}

type ChargeProps = {
  charge: BillingOverview['charges'][number];
  currency: string;
  card: SavedCard | null;
  inDays: number | null;
};

function NextCharge({ charge: { on, lines, amountToBePaid }, currency, card, inDays }: ChargeProps) {
  const t = useText();
  const format = useFormat();
  const partner = usePartner();
  const date = format.date(on, 'long');
  const charged = lines.filter(({ kind }) => kind === 'charge');
  const others = lines.filter(({ kind }) => kind !== 'charge');
  const isOff = (kind: string) => kind === 'credit' || kind === 'carry-forward';
  const text = (line: (typeof lines)[number]) => {
    if (line.isReverseCharge === true) return t('billing.next.reverseCharge');
    if (line.tax)
      return t('billing.next.tax', {
        name: line.tax.name,
        rate: format.number(line.tax.rateBasisPoints / 10_000, { style: 'percent', maximumFractionDigits: 2 }),
      });
    return line.kind === 'credit' ? t('billing.next.credit') : line.text;
  };
  return (
    <Card padded>
      <h2>{t('billing.next.title')}</h2>
      <p className="mt-0.5 text-label text-2nd">
        {inDays !== null && inDays > 0 ? t('billing.next.inDays', { date, days: inDays }) : date}
      </p>
      <dl className="mt-4 grid gap-3">
        {keyedLines(charged).map(({ key, line }) => (
          <Fragment key={key}>
            <Row
              label={t('billing.next.line', { name: line.text, count: line.quantity })}
              figure={format.money(line.amount + (line.discount?.amount ?? 0), currency)}
            />
            {line.discount && (
              <Row
                label={t('billing.next.discount', { code: line.discount.displayCode })}
                figure={format.money(-line.discount.amount, currency)}
                isGood
              />
            )}
          </Fragment>
        ))}
        {keyedLines(others).map(({ key, line }, index) => (
          <Row
            key={key}
            label={text(line)}
            figure={format.money(isOff(line.kind) ? -line.amount : line.amount, currency)}
            isGood={isOff(line.kind)}
            isFirst={index === 0}
          />
        ))}
        <div className="flex items-baseline justify-between gap-4 border-t border-line pt-4">
          <dt>{t('billing.next.toPay')}</dt>
          <dd className="num text-h1 font-semibold whitespace-nowrap">{format.money(amountToBePaid, currency)}</dd>
        </div>
      </dl>
      <p className="mt-4 border-t border-line pt-4 text-label">
        {whoTakesPayment(partner) === 'partner-page' ? (
          t('billing.pay.atPartner', { company: partner.companyName })
        ) : card ? (
          <CardMark card={card} />
        ) : (
          <span className="text-2nd">{t('billing.card.none')}</span>
        )}
      </p>
    </Card>
  );
}

type RowProps = { label: string; figure: string; isGood?: boolean; isFirst?: boolean };

function Row({ label, figure, isGood = false, isFirst = false }: RowProps) {
  return (
    <div className={`flex justify-between gap-4 text-label ${isFirst ? 'border-t border-line pt-4' : ''}`}>
      <dt className="min-w-0 text-2nd">{label}</dt>
      <dd className={`num flex-none whitespace-nowrap ${isGood ? 'text-good' : ''}`}>{figure}</dd>
    </div>
  );
}
