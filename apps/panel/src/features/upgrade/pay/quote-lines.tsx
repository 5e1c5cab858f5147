import { isReverseCharge } from '@postern/domain/billing';
import type { Quote } from '@postern/contract/billing';
import { Fragment, type ReactNode } from 'react';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { keyOf, useLineName } from './line-names.ts';

/** What the change costs, line by line, down to the total: nothing here is computed in the browser. */
export function QuoteLines({ quote }: { quote: Quote }) {
  const t = useText();
  const format = useFormat();
  const lineName = useLineName(quote.currency);
  const money = (amount: number) => format.money(amount, quote.currency);
  const off = (amount: number) => <span className="text-good">{t('upgrade.line.off', { amount: money(amount) })}</span>;
  const carried = quote.orderTransitionDetails[0]?.carryForwardAmount.total ?? 0;
  const former = quote.lines.find(({ kind, ofDays }) => kind === 'carry-forward' && ofDays !== null);
  return (
    <dl>
      {quote.lines.map((line) => {
        if (line.kind !== 'charge') return null;
        const { name, isAddOn } = lineName(line.text);
        return (
          <Fragment key={keyOf(line)}>
            <Row
              name={t(isAddOn ? 'upgrade.line.addOn' : 'upgrade.line.mailboxes', { name, count: line.quantity })}
              note={
                line.from && line.to && <Days from={line.from} to={line.to} days={line.days} ofDays={line.ofDays} />
              }
              amount={money(line.amount + (line.discount?.amount ?? 0))}
            />
            {line.discount && (
              <Row
                name={t('upgrade.line.discount', { code: line.discount.displayCode })}
                amount={off(line.discount.amount)}
              />
            )}
          </Fragment>
        );
      })}
      {carried > 0 && (
        <Row
          name={t('upgrade.line.unused', { name: former ? lineName(former.text).name : '' })}
          amount={off(carried)}
        />
      )}
      {quote.tax.map(({ name, rateBasisPoints, amount }) => (
        <Row
          key={`${name} ${rateBasisPoints}`}
          name={
            isReverseCharge({ name, rateBasisPoints })
              ? t('upgrade.line.reverseCharge')
              : t('upgrade.line.tax', {
                  name,
                  rate: format.number(rateBasisPoints / 10_000, { style: 'percent', maximumFractionDigits: 2 }),
                })
          }
          amount={amount < 0 ? off(-amount) : money(amount)}
        />
      ))}
      {quote.creditUsed > 0 && <Row name={t('upgrade.line.credit')} amount={off(quote.creditUsed)} />}
      <div className="mt-3 flex items-baseline justify-between gap-4 border-t border-line pt-3.5">
        <dt>{t('upgrade.line.total')}</dt>
        <dd className="num text-price leading-tight font-heading font-bold tracking-[-0.018em]">
          {money(quote.amountToBePaid)}
        </dd>
      </div>
      {quote.creditLeft > 0 && (
        <div className="mt-1.5 flex justify-between gap-4 text-small text-2nd">
          <dt>{t('upgrade.line.kept')}</dt>
          <dd className="num">{money(quote.creditLeft)}</dd>
        </div>
      )}
    </dl>
  );
}

function Row({ name, note, amount }: { name: string; note?: ReactNode; amount: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-1.5">
      <dt className="text-2nd">{name}</dt>
      <dd className="num">{amount}</dd>
      {note && <dd className="col-span-2 text-small text-2nd">{note}</dd>}
    </div>
  );
}

type DaysProps = { from: string; to: string; days: number | null; ofDays: number | null };

/** The days that a line pays for. */
function Days({ from, to, days, ofDays }: DaysProps) {
  const t = useText();
  const { date } = useFormat();
  if (days === null || ofDays === null) return null;
  return days === ofDays
    ? t('upgrade.line.period', { from: date(from, 'long'), to: date(to, 'long') })
    : t('upgrade.line.days', { days, ofDays, to: date(to, 'long') });
}
