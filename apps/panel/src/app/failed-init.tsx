import { Button } from '@postern/ui/buttons/button';
import { ClosedDoor } from '@postern/ui/drawings/closed-door';
import { signOutHere } from '../lib/access/sign-out.ts';
import { useText } from '../lib/i18n/texts.ts';
import { CenteredNotice } from '../lib/loading/centered-notice.tsx';
import { reloadPage } from '../lib/reload/reload-page.ts';
import { useSession } from '../lib/session/session-store.ts';

/** Says why the start failed, and offers to try again or to sign out. Spec 1 §4, App start. */
export function FailedInit({ reason }: { reason: string }) {
  const t = useText();
  const { authToken } = useSession();
  return (
    <CenteredNotice>
      <div role="alert">
        <ClosedDoor className="mx-auto mb-6" />
        <h1>{t('app.failedInit.title')}</h1>
        <p className="mx-auto mt-2 mb-6 max-w-[52ch] text-2nd">{reason}</p>
        <div className="flex flex-wrap justify-center gap-2.5">
          <Button onClick={() => reloadPage.now()}>{t('app.failedInit.retry')}</Button>
          {authToken && (
            <Button kind="quiet" onClick={() => void signOutHere()}>
              {t('app.failedInit.signOut')}
            </Button>
          )}
        </div>
      </div>
    </CenteredNotice>
  );
}
