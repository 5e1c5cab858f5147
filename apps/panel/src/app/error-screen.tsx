import { Button } from '@postern/ui/buttons/button';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { reportEvent } from '../lib/events/analytics.ts';
import { useMaybePartner } from '../lib/frame/partner.ts';
import { ApiError } from '../lib/http/api-error.ts';
import { errorText } from '../lib/http/error-text.ts';
import { useText } from '../lib/i18n/texts.ts';
import { CenteredNotice } from '../lib/loading/centered-notice.tsx';
import { isChunkError } from '../lib/reload/chunk-errors.ts';
import { saveOpenDrafts } from '../lib/reload/drafts.ts';
import { reloadPage } from '../lib/reload/reload-page.ts';

const FailedInit = lazy(async () => ({ default: (await import('./failed-init.tsx')).FailedInit }));

/** Shown instead of a screen whose chunk didn't load, whose start failed, or that has a bug. */
export function ErrorScreen({ error }: ErrorComponentProps) {
  useReport(error);
  if (isChunkError(error)) return <ReloadScreen title="app.chunk.title" text="app.chunk.text" />;
  if (error instanceof ApiError) return <StartFailed error={error} />;
  return <ReloadScreen title="app.crash.title" text="app.crash.text" />;
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

function useReport(error: unknown) {
  useEffect(() => {
    if (isChunkError(error)) reportEvent('chunk_load_failure', { cause: nameOf(error) });
    // A failed start was reported where it failed.
    else if (!(error instanceof ApiError)) reportEvent('screen_crash', { cause: nameOf(error) });
  }, [error]);
}

function StartFailed({ error }: { error: ApiError }) {
  const t = useText();
  return (
    <Suspense>
      <FailedInit reason={errorText(error, t)} />
    </Suspense>
  );
}

function ReloadScreen({
  title,
  text,
}: {
  title: 'app.chunk.title' | 'app.crash.title';
  text: 'app.chunk.text' | 'app.crash.text';
}) {
  const t = useText();
  const email = useMaybePartner()?.emails.supportEmail ?? '';
  function reload() {
    saveOpenDrafts();
    reloadPage.now();
  }
  return (
    <CenteredNotice>
      <div role="alert">
        <h1>{t(title)}</h1>
        <p className="mx-auto mt-2 mb-6 max-w-[52ch] text-2nd">{t(text, { email })}</p>
        <Button onClick={reload}>{t('app.chunk.reload')}</Button>
      </div>
    </CenteredNotice>
  );
}
