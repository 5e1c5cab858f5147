import { ButtonLink } from '@postern/ui/buttons/button-link';
import { LostLetter } from '@postern/ui/drawings/lost-letter';
import { EmptyState } from '@postern/ui/layout/empty-state';
import { Link } from '@tanstack/react-router';
import { useText } from '../lib/i18n/texts.ts';
import { CenteredNotice } from '../lib/loading/centered-notice.tsx';
import { PATHS } from '../lib/paths.ts';
import { hasToken } from '../lib/session/session-store.ts';

/** Spec 1 §2: any other path. */
export function PageNotFound() {
  const t = useText();
  return (
    <CenteredNotice>
      <EmptyState
        level={1}
        drawing={<LostLetter />}
        title={t('app.notFound.title')}
        action={
          <ButtonLink render={<Link to={PATHS.login} />}>
            {t(hasToken() ? 'app.notFound.home' : 'app.notFound.link')}
          </ButtonLink>
        }
      >
        {t('app.notFound.text')}
      </EmptyState>
    </CenteredNotice>
  );
}
