import { ButtonLink } from '@postern/ui/buttons/button-link';
import { ClosedDoor } from '@postern/ui/drawings/closed-door';
import { EmptyState } from '@postern/ui/layout/empty-state';
import { Link } from '@tanstack/react-router';
import { isFramed } from '../../lib/frame/frame.ts';
import { RichText } from '../../lib/i18n/rich-text.tsx';
import { useText } from '../../lib/i18n/texts.ts';
import { usePartner } from '../../lib/frame/partner.ts';
import { PATHS } from '../../lib/paths.ts';

/** An automatic sign-in that failed. In a frame the page around it has to be loaded anew: only that can sign in again. Spec 1 §2. */
export function AutoLoginErrorPage() {
  const t = useText();
  const { supportEmail } = usePartner().emails;
  const inFrame = isFramed();
  const support = (words: string) => <a href={`mailto:${supportEmail}`}>{words}</a>;
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        level={1}
        drawing={<ClosedDoor />}
        title={t('autoLoginError.page.title')}
        action={!inFrame && <ButtonLink render={<Link to={PATHS.login} />}>{t('autoLoginError.page.link')}</ButtonLink>}
      >
        {t(inFrame ? 'autoLoginError.page.reload' : 'autoLoginError.page.text')}{' '}
        <RichText text={t('autoLoginError.page.support', { email: supportEmail })} parts={{ support }} />
      </EmptyState>
    </main>
  );
}
