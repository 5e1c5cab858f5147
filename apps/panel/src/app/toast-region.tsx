import { ToastProvider } from '@postern/ui/overlays/toast';
import { createToastQueue } from '@postern/ui/overlays/toast-queue';
import { useMatches, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useView } from '../lib/frame/view.ts';
import { hasText, useText } from '../lib/i18n/texts.ts';
import { PATHS } from '../lib/paths.ts';
import { toastQueue } from '../lib/toasts.ts';

/** A live region announces what is added to it, so it must exist empty for a moment first. */
const STANDS_EMPTY_MS = 50;
const nothing = createToastQueue();

/** Where toasts appear. Loaded with the first toast, because the login screen needs none. */
export function ToastRegion() {
  const t = useText();
  const { hasPlaceLine } = useView();
  const answers = useAnswers();
  const [stands, setStands] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStands(true), STANDS_EMPTY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <ToastProvider
      queue={stands ? toastQueue : nothing}
      closeLabel={t('app.close')}
      regionLabel={t('app.messages')}
      place={hasPlaceLine ? 'head' : 'foot'}
      answers={hasPlaceLine ? answers : []}
    >
      {null}
    </ToastProvider>
  );
}

/** Inside a partner's page, where the foot of the panel may be out of sight, a toast waits for OK or leads back. Spec 1 §1, widget. */
function useAnswers() {
  const t = useText();
  const navigate = useNavigate();
  const route = useMatches({ select: (matches) => matches.at(-1)?.staticData.panelRoute });
  // These texts come with the first screen behind the sign-in.
  if (!hasText('shell.toast.ok')) return [];
  const back = { label: t('shell.toast.back'), onPress: () => void navigate({ to: route?.parent ?? PATHS.home }) };
  const isHome = route?.frame !== 'panel' || route.path === PATHS.home;
  return [{ label: t('shell.toast.ok') }, ...(isHome ? [] : [back])];
}
