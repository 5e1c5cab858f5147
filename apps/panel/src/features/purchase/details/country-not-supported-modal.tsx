import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Modal } from '@postern/ui/overlays/modal';
import { useState } from 'react';
import { usePartner } from '../../../lib/frame/partner.ts';
import { useLocale, useText } from '../../../lib/i18n/texts.ts';
import { countryName } from './country-names.ts';

/** Spec 1 §2 and §9: 470 px; the learn-more link is the general brand's, where the partner has a page for it. */
export function CountryNotSupportedModal({ country, onClose }: { country: string | null; onClose: () => void }) {
  const t = useText();
  const locale = useLocale();
  const { brand, urls } = usePartner();
  // Keeps its text while it closes.
  const [shown, setShown] = useState(country);
  if (country !== null && country !== shown) setShown(country);
  const guide = brand === 'general' ? urls.countryNotSupportedGuide : null;
  return (
    <Modal
      open={country !== null}
      onClose={onClose}
      title={
        shown
          ? t('purchase.country.title', { country: countryName(shown, locale) })
          : t('purchase.country.titleUnnamed')
      }
      closeLabel={t('app.close')}
      width={470}
      footer={
        <>
          {guide && (
            <ButtonLink kind="quiet" href={guide} target="_blank" rel="noopener noreferrer">
              {t('purchase.country.learnMore')}
            </ButtonLink>
          )}
          <Button onClick={onClose}>{t('purchase.country.gotIt')}</Button>
        </>
      }
    >
      <p className="text-2nd">{t('purchase.country.text')}</p>
    </Modal>
  );
}
