import type { BillingOverview } from '@postern/contract/billing';
import { Card } from '@postern/ui/layout/card';
import { TriangleAlert } from 'lucide-react';
import { usePartner } from '../../lib/frame/partner.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';

/** Shows what the payer's bank has taken back, and what is on hold until it decides. */
export function DisputeCard({ overview }: { overview: BillingOverview }) {
  const t = useText();
  const format = useFormat();
  const { emails } = usePartner();
  const held = overview.orders.flatMap(({ orderId, disputed }) => (disputed ? [{ orderId, disputed }] : []));
  return held.map(({ orderId, disputed }) => (
    <Card key={orderId} padded className="mb-8">
      <div className="flex gap-4 max-phone:flex-col">
        <span className="grid size-10 flex-none place-items-center rounded-full bg-warn-soft text-warn">
          <TriangleAlert size={20} strokeWidth={1.75} aria-hidden="true" />
        </span>
        <div className="min-w-0 flex-1">
          <h2>{t('billing.dispute.title', { amount: format.money(disputed, overview.currency) })}</h2>
          <p className="prose-width mt-1 text-pretty text-2nd">
            {t('billing.dispute.text', { email: emails.supportEmail })}
          </p>
        </div>
      </div>
    </Card>
  ));
}
