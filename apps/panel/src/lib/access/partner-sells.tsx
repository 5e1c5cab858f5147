import { Card } from '@postern/ui/layout/card';
import { Store } from 'lucide-react';
import { usePartner } from '../frame/partner.ts';
import { useText } from '../i18n/texts.ts';

/** In place of what the panel can't sell, because this partner's own payment page takes the money. */
export function PartnerSells() {
  const t = useText();
  const { companyName: company } = usePartner();
  return (
    <Card padded className="page-narrow">
      <div className="flex gap-4">
        <span className="grid size-10 flex-none place-items-center rounded-full bg-accent-soft text-accent-text">
          <Store size={20} strokeWidth={1.75} aria-hidden="true" />
        </span>
        <div className="min-w-0 flex-1">
          <h1 className="text-lead!">{t('shell.partnerSells.title', { company })}</h1>
          <p className="mt-1 text-pretty text-2nd">{t('shell.partnerSells.text', { company })}</p>
        </div>
      </div>
    </Card>
  );
}
