import { Button } from '@postern/ui/buttons/button';
import { Card } from '@postern/ui/layout/card';
import { ExternalLink } from 'lucide-react';
import { usePartner } from '../../lib/frame/partner.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { usePersonAtCello } from './person-at-cello.ts';

/** Linked from https://cello.so, read on 2026-11-27. */
const CELLOS_POLICY = 'https://cello.so/privacy-policy-cello-platform/';

/** Says what Cello would be told, before it is told anything. */
export function ConsentCard({ onAgree }: { onAgree: () => void }) {
  const t = useText();
  const { productName: product } = usePartner();
  const { fullName, email } = usePersonAtCello();
  return (
    <Card padded>
      <h2>{t('referral.consent.title')}</h2>
      <p className="prose-width mt-1.5 text-pretty text-2nd">{t('referral.consent.text')}</p>
      <ul className="prose-width mt-3 list-disc space-y-1 ps-5 text-pretty marker:text-3rd">
        {fullName !== undefined && <li>{t('referral.consent.name', { name: fullName })}</li>}
        <li className="break-words">{t('referral.consent.email', { email })}</li>
        <li>{t('referral.consent.customer', { product })}</li>
        <li>{t('referral.consent.technical')}</li>
      </ul>
      <p className="prose-width mt-3 text-pretty text-2nd">{t('referral.consent.apart')}</p>
      <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button className="max-phone:w-full" onClick={onAgree}>
          {t('referral.consent.agree')}
        </Button>
        <a
          href={CELLOS_POLICY}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex items-center gap-1.5 text-label"
        >
          {t('referral.consent.policy')}
          <ExternalLink size={15} strokeWidth={1.75} aria-hidden="true" />
        </a>
      </div>
    </Card>
  );
}
