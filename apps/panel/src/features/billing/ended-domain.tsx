import type { Bundle } from '@postern/contract/session';
import { showNames } from '@postern/domain/addresses';
import { PageHeader } from '@postern/ui/layout/page-header';
import type { ReactNode } from 'react';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { Invoices } from './invoices/invoices.tsx';

type Props = { domain: string; end: NonNullable<Bundle['end']>; children: ReactNode };

/** A domain whose last order has ended: what becomes of it, and its invoices. Nothing else can be done with it. */
export function EndedDomain({ domain, end, children }: Props) {
  const t = useText();
  const format = useFormat();
  const date = format.date(end.deletedOn, 'long');
  return (
    <div className="page-narrow">
      <PageHeader
        title={t('billing.ended.title', { domain: showNames(domain) })}
        sentence={
          <>
            {end.reason === 'unproven' && `${t('billing.ended.unproven')} `}
            {t(end.isReleased ? 'billing.ended.released' : 'billing.ended.kept', { date })}
          </>
        }
      />
      <p className="prose-width text-pretty text-2nd">{t('billing.ended.dns')}</p>
      {children}
      <Invoices firstOn={null} />
    </div>
  );
}
