import type { BillingOverview } from '@postern/contract/billing';
import { Card } from '@postern/ui/layout/card';
import { Clock } from 'lucide-react';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';

/** A charge of the saved card that takes its bank hours or days. */
export function ProcessingCard({ overview }: { overview: BillingOverview }) {
  const t = useText();
  const format = useFormat();
  const open = overview.orders.flatMap(({ orderId, processing }) => (processing ? [{ orderId, processing }] : []));
  return open.map(({ orderId, processing }) => (
    <Card key={orderId} padded className="mb-8">
      <div className="flex gap-4 max-phone:flex-col">
        <span className="grid size-10 flex-none place-items-center rounded-full bg-accent-soft text-accent-text">
          <Clock size={20} strokeWidth={1.75} aria-hidden="true" />
        </span>
        <div className="min-w-0 flex-1">
          <h2>{t('billing.processing.title', { amount: format.money(processing, overview.currency) })}</h2>
          <p className="prose-width mt-1 text-pretty text-2nd">{t('billing.processing.text')}</p>
        </div>
      </div>
    </Card>
  ));
}
