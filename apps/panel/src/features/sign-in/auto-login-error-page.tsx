import { ButtonLink } from '@postern/ui/buttons/button-link';
import { ClosedDoor } from '@postern/ui/drawings/closed-door';
import { EmptyState } from '@postern/ui/layout/empty-state';
import { Link } from '@tanstack/react-router';
import { isFramed } from '../../lib/frame/frame.ts';
import { usePartner } from '../../lib/frame/partner.ts';
import { RichText } from '../../lib/i18n/rich-text.tsx';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';

/** Shown after a failed automatic sign-in. In a frame only the surrounding page can sign in again, so it must be reloaded. Spec 1 §2. */
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
