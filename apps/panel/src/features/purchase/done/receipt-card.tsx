import { isReverseCharge } from '@postern/domain/billing';
import { toMinor } from '@postern/domain/money';
import { whoTakesPayment } from '@postern/domain/partners';
import { Button } from '@postern/ui/buttons/button';
import { Card } from '@postern/ui/layout/card';
import { FileText, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePartner } from '../../../lib/frame/partner.ts';
import { capital, cardName } from '../../../lib/i18n/card-name.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import type { PurchaseState } from '../purchase-store.ts';
import { useMoneyText } from '../use-money-text.ts';

type Props = {
  receipt: NonNullable<PurchaseState['receipt']>;
  done: NonNullable<PurchaseState['done']>;
  /** Opens the page with the invoice. */
  onInvoice: () => void;
};

/** What was bought and paid. The total is what the server charged. */
export function ReceiptCard({ receipt, done, onInvoice }: Props) {
  const t = useText();
  const isOurs = whoTakesPayment(usePartner()) === 'panel';
  const { date, number } = useFormat();
  const money = useMoneyText(receipt.currency);
  const rate = (basisPoints: number) => number(basisPoints / 10_000, { style: 'percent', maximumFractionDigits: 2 });
  const { dueOn, kind, renews } = receipt;
  const chargedMinor = toMinor(done.chargedAmount);
  // If the buyer agreed to another total, its parts aren't known.
  const isWhole = chargedMinor === receipt.netMinor + receipt.taxLines.reduce((sum, line) => sum + line.taxMinor, 0);
  return (
    <Card padded>
      <h2 className="mb-3">{t('purchase.receipt.title')}</h2>
      <Line label={t('purchase.receipt.what', { count: receipt.accounts, plan: receipt.planName })}>
        {isWhole && money(receipt.netMinor - (receipt.off?.amountMinor ?? 0))}
      </Line>
      <p className="mt-1 text-small text-2nd">{t('purchase.receipt.cycle', { cycle: receipt.cycle, kind })}</p>
      {isWhole && receipt.off && (
        <div className="mt-2 text-2nd">
          <Line label={t('purchase.discount.line', { code: receipt.off.code })}>{money(receipt.off.amountMinor)}</Line>
        </div>
      )}
      {isWhole &&
        receipt.taxLines.map((line) => (
          <div key={line.name} className="mt-2 text-2nd">
            <Line
              label={
                isReverseCharge(line)
                  ? t('purchase.order.reverseCharge')
                  : t('purchase.order.tax', { name: line.name, rate: rate(line.rateBasisPoints) })
              }
            >
              {money(line.taxMinor)}
            </Line>
          </div>
        ))}
      <div className="mt-3 flex items-baseline justify-between gap-4 border-t border-line pt-3.5">
        <span>{t('purchase.receipt.paid')}</span>
        <b className="text-price leading-tight font-heading tracking-[-0.018em]">{money(chargedMinor)}</b>
      </div>
      <dl className="mt-4 mb-5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 border-t border-line pt-4 text-small text-2nd">
        {chargedMinor > 0 && (done.card || done.cardType) && (
          <Fact name={t('purchase.receipt.paidWith')}>
            {done.card ? cardName(done.card, t, 'purchase') : capital(done.cardType ?? '')}
          </Fact>
        )}
        {receipt.company !== '' && <Fact name={t('purchase.receipt.for')}>{receipt.company}</Fact>}
        {dueOn !== null && (
          <Fact
            name={t(
              kind === 'trial'
                ? 'purchase.receipt.trialEnds'
                : renews
                  ? 'purchase.receipt.renews'
                  : 'purchase.receipt.ends',
            )}
          >
            {date(dueOn, 'long')}
          </Fact>
        )}
      </dl>
      {isOurs && chargedMinor > 0 && (
        <Button
          kind="quiet"
          wide
          icon={<FileText size={18} strokeWidth={1.75} aria-hidden="true" />}
          onClick={onInvoice}
          className="mb-2.5 print:hidden"
        >
          {t('purchase.receipt.invoice')}
        </Button>
      )}
      <Button
        kind="quiet"
        wide
        icon={<Printer size={18} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => window.print()}
        className="print:hidden"
      >
        {t('purchase.receipt.print')}
      </Button>
    </Card>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p className="flex justify-between gap-4">
      <span className="min-w-0 wrap-anywhere">{label}</span>
      <span className="num flex-none">{children}</span>
    </p>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="min-w-0 text-end text-text wrap-anywhere">{children}</dd>
    </>
  );
}
