import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { ClosedDoor } from '@postern/ui/drawings/closed-door';
import { EmptyState } from '@postern/ui/layout/empty-state';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { isFramed } from '../../lib/frame/frame.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { OpeningOrDenied } from './opening-or-denied.tsx';
import { signInByHost } from './sign-in-by-host.ts';
import type { LinkQuery } from './sign-in-by-link.ts';
import { useAutoLogin } from './use-auto-login.ts';

type Query = LinkQuery & {
  /** The screen that was open when the session ended. */
  url?: string;
};

/** The first screen inside a partner's page, which signs people in. Spec 1 §2, widget login. */
export function WidgetLoginPage() {
  const [query, setQuery] = useState(useSearch({ strict: false }) as Query);
  const [turn, setTurn] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const { jwt, token, url } = query;
  if (!isFramed() && jwt === undefined && token === undefined) return <Navigate to={PATHS.login} replace />;
  const retry = () => {
    setQuery(url === undefined ? {} : { url });
    setTurn(turn + 1);
    setFailed(false);
  };
  return hasFailed ? (
    <Failed onRetry={retry} />
  ) : (
    <SigningIn key={turn} query={query} onFailed={() => setFailed(true)} />
  );
}

function SigningIn({ query: { url, ...link }, onFailed }: { query: Query; onFailed: () => void }) {
  const navigate = useNavigate();
  const search = url === undefined ? {} : { url };
  const arrive = () => void navigate({ to: PATHS.redirectHandler, search, replace: true });
  const login = useAutoLogin(() => signInByHost(link), arrive, { isQuiet: true, keeps: search, fail: onFailed });
  return <OpeningOrDenied {...login} />;
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const t = useText();
  return (
    <main className="grid min-h-dvh place-items-center py-8">
      <EmptyState
        level={1}
        drawing={<ClosedDoor />}
        title={t('autoLoginError.page.title')}
        action={
          <div className="flex flex-wrap justify-center gap-2.5">
            <Button onClick={onRetry}>{t('widgetLogin.failed.retry')}</Button>
            <ButtonLink kind="quiet" href={PATHS.login} target="_blank" rel="noopener">
              {t('widgetLogin.failed.newTab')}
            </ButtonLink>
          </div>
        }
      >
        {t('widgetLogin.failed.text')}
      </EmptyState>
    </main>
  );
}
