import { ToastProvider } from '@postern/ui/overlays/toast';
import { createToastQueue } from '@postern/ui/overlays/toast-queue';
import { useEffect, useState } from 'react';
import { useText } from '../lib/i18n/texts.ts';
import { toastQueue } from '../lib/toasts.ts';

/** A live region announces what is added to it, so it must exist empty for a moment first. */
const STANDS_EMPTY_MS = 50;
const nothing = createToastQueue();

/** Where toasts appear. Loaded with the first toast, because the login screen needs none. */
export function ToastRegion() {
  const t = useText();
  const [stands, setStands] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStands(true), STANDS_EMPTY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <ToastProvider queue={stands ? toastQueue : nothing} closeLabel={t('app.close')} regionLabel={t('app.messages')}>
      {null}
    </ToastProvider>
  );
}
