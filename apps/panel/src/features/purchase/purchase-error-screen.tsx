import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { ClosedDoor } from '@postern/ui/drawings/closed-door';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMaybePartner } from '../../lib/frame/partner.ts';
import type { MessageKey } from '../../lib/i18n/message-key.ts';
import { RichText } from '../../lib/i18n/rich-text.tsx';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';

export type PurchaseErrorType = 'invalidParams' | 'purchaseDenied' | 'cycleAndAccountsError';

const TEXTS: Record<PurchaseErrorType, { title: MessageKey; text: MessageKey }> = {
  invalidParams: { title: 'purchase.error.invalidTitle', text: 'purchase.error.invalidText' },
  purchaseDenied: { title: 'purchase.error.deniedTitle', text: 'purchase.error.deniedText' },
  cycleAndAccountsError: { title: 'purchase.error.planTitle', text: 'purchase.error.planText' },
};

type Props = {
  type: PurchaseErrorType;
  /** If the link may be valid and only the answer is missing. */
  onRetry?: (() => void) | undefined;
};

/** Says why the purchase can't continue, and who helps. Spec 1 §2, error screen types. */
export function PurchaseErrorScreen({ type, onRetry }: Props) {
  const t = useText();
  const { title, text } = TEXTS[type];
  return (
    <div role="alert" className="mx-auto max-w-130 py-10 text-center desk:py-16">
      <ClosedDoor className="mx-auto mb-7" />
      <h1>{t(title)}</h1>
      <p className="mx-auto mt-2 mb-7 max-w-[48ch] text-pretty text-2nd">{t(text)}</p>
      {type === 'cycleAndAccountsError' ? (
        <Button onClick={onRetry ?? reload}>{t('purchase.error.reload')}</Button>
      ) : (
        <SupportWays>
          {onRetry && <Button onClick={onRetry}>{t('purchase.error.tryAgain')}</Button>}
          {type === 'purchaseDenied' && (
            <ButtonLink render={<Link to={PATHS.login} />}>{t('purchase.error.signIn')}</ButtonLink>
          )}
        </SupportWays>
      )}
    </div>
  );
}

const reload = () => window.location.reload();

function SupportWays({ children }: { children: ReactNode }) {
  const t = useText();
  const email = useMaybePartner()?.emails.supportEmail;
  const mail = (words: string) => <a href={`mailto:${email}`}>{words}</a>;
  return (
    <>
      <div className="flex flex-wrap justify-center gap-2.5">
        {children}
        {email && (
          <ButtonLink kind="quiet" href={`mailto:${email}`}>
            {t('purchase.error.support')}
          </ButtonLink>
        )}
      </div>
      {email && (
        <p className="mt-5 text-small text-2nd">
          <RichText text={t('purchase.error.write', { email: `<mail>${email}</mail>` })} parts={{ mail }} />
        </p>
      )}
    </>
  );
}
