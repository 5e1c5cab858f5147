import { useText } from '../../lib/i18n/texts.ts';

/** Hints for people who type in records. Spec 2 §9: up to 24 hours, 48 in some texts. */
export function GoodToKnow() {
  const t = useText();
  return (
    <ul className="prose-width mt-5 print:mt-3 grid list-disc gap-1 ps-5 text-small text-2nd marker:text-3rd">
      <li>{t('domainConnection.know.root')}</li>
      <li>{t('domainConnection.know.ttl')}</li>
      <li>{t('domainConnection.know.wait')}</li>
    </ul>
  );
}
