import { usePartner } from '../../../lib/frame/partner.ts';
import type { MessageKey } from '../../../lib/i18n/message-key.ts';
import { RichText } from '../../../lib/i18n/rich-text.tsx';
import { useText } from '../../../lib/i18n/texts.ts';

/** The terms that an order accepts, as links to the partner's pages; nothing if the partner has none. Spec 1 §2. */
export function TermsNote() {
  const t = useText();
  const { companyName, urls } = usePartner();
  const key = keyOf(urls.termsOfUse, urls.privacyPolicy);
  if (!key) return null;
  const link = (href: string | null) => (words: string) => (
    <a href={href ?? ''} target="_blank" rel="noopener noreferrer">
      {words}
    </a>
  );
  const parts = { terms: link(urls.termsOfUse), privacy: link(urls.privacyPolicy) };
  return (
    <p className="mt-6 max-w-[62ch] text-small text-pretty text-2nd">
      <RichText text={t(key, { company: companyName })} parts={parts} />
    </p>
  );
}

function keyOf(terms: string | null, privacy: string | null): MessageKey | null {
  if (terms && privacy) return 'purchase.payment.terms';
  if (terms) return 'purchase.payment.termsOnly';
  return privacy ? 'purchase.payment.privacyOnly' : null;
}
