import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { useEffect, useRef } from 'react';
import { usePartner } from '../../lib/frame/partner.ts';
import { RichText } from '../../lib/i18n/rich-text.tsx';
import { useText } from '../../lib/i18n/texts.ts';

/** Shown instead of the form to a visitor from a sanctioned country. Spec 1 §2, OFAC denial screen. */
export function OfacDenied({ country, onBack }: { country: string; onBack: () => void }) {
  const t = useText();
  const { companyName, urls, emails } = usePartner();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const support = (words: string) => <a href={`mailto:${emails.supportEmail}`}>{words}</a>;
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-balance">
        {t('login.ofac.title', { country })}
      </h1>
      <p className="mt-2.5 text-pretty text-2nd">{t('login.ofac.text', { company: companyName })}</p>
      <p className="mt-2.5 mb-7 text-pretty text-2nd [overflow-wrap:anywhere]">
        <RichText text={t('login.ofac.mistake', { email: emails.supportEmail })} parts={{ support }} />
      </p>
      <div className="grid gap-2.5">
        {urls.ofacSanctionGuide && (
          <ButtonLink
            wide
            className="min-h-11.5"
            href={urls.ofacSanctionGuide}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t('login.ofac.guide')}
          </ButtonLink>
        )}
        <Button kind="quiet" wide className="min-h-11.5" onClick={onBack}>
          {t('login.ofac.back')}
        </Button>
      </div>
    </>
  );
}
