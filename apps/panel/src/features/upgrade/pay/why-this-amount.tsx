import type { Quote } from '@postern/contract/billing';
import { toAmountNumber, toMinor } from '@postern/domain/money';
import { Fold } from '@postern/ui/layout/fold';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { keyOf, useLineName } from './line-names.ts';

/** How the server came to the amount, from the quote's own lines: the days of the period, and each line's price or payment. */
export function WhyThisAmount({ quote }: { quote: Quote }) {
  const t = useText();
  const format = useFormat();
  const lineName = useLineName(quote.currency);
  const money = (amount: number) => format.money(amount, quote.currency);
  const lines = quote.lines.filter(({ days, ofDays }) => days !== null && ofDays !== null);
  const [first] = lines;
  if (!first) return null;
  return (
    <Fold summary={t('upgrade.why.title')} className="border-y border-line bg-sunken/50">
      <div className="px-6 pb-4 max-phone:px-4">
        <PeriodBar line={first} />
        <ul className="mt-3 text-small">
          {lines.map((line) => {
            const { name, isAddOn } = lineName(line.text);
            const isUnused = line.kind === 'carry-forward';
            const values = { name, days: line.days ?? 0, ofDays: line.ofDays ?? 0, count: line.quantity };
            return (
              <li key={keyOf(line)} className="py-1">
                <span className="flex justify-between gap-4 font-strong">
                  <span>{t(isUnused ? 'upgrade.why.unused' : 'upgrade.why.charged', values)}</span>
                  <span className="num flex-none">
                    {isUnused ? t('upgrade.line.off', { amount: money(line.amount) }) : money(line.amount)}
                  </span>
                </span>
                <span className="block text-2nd">
                  {t(isUnused ? 'upgrade.why.paid' : priceText(line, isAddOn), {
                    ...values,
                    each: money(line.unitPrice),
                  })}
                </span>
              </li>
            );
          })}
          <li className="mt-1 flex justify-between gap-4 border-t border-line pt-2 font-strong">
            <span>{t('upgrade.why.net')}</span>
            <span className="num">{money(netOf(quote))}</span>
          </li>
        </ul>
      </div>
    </Fold>
  );
}

/** The total includes the taxes. */
const netOf = ({ totalAmount, tax }: Quote): number =>
  toAmountNumber(tax.reduce((left, { amount }) => left - toMinor(amount), toMinor(totalAmount)));

/** A whole period has nothing to say about its days left. */
function priceText({ days, ofDays }: Quote['lines'][number], isAddOn: boolean) {
  if (days === ofDays) return isAddOn ? 'upgrade.why.wholeAddOnPrice' : 'upgrade.why.wholePrice';
  return isAddOn ? 'upgrade.why.addOnPrice' : 'upgrade.why.price';
}

/** How much of the period is left. The share is of days, not of money. */
function PeriodBar({ line }: { line: Quote['lines'][number] }) {
  const t = useText();
  const { days, ofDays } = line;
  if (days === null || ofDays === null || days === ofDays) return null;
  return (
    <>
      <div aria-hidden="true" className="flex h-2 overflow-clip rounded-full bg-line">
        <span className="ms-auto bg-accent" style={{ width: `${(days / ofDays) * 100}%` }} />
      </div>
      <p className="mt-1.5 text-end text-small text-2nd">{t('upgrade.why.left', { days, ofDays })}</p>
    </>
  );
}
