import { Outlet, useMatches } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useMaybePartner } from '../lib/frame/partner.ts';
import type { MessageKey } from '../lib/i18n/message-key.ts';
import { hasText, useText } from '../lib/i18n/texts.ts';
import { loadChunk } from '../lib/reload/chunk-errors.ts';
import { useSession } from '../lib/session/session-store.ts';
import { showToast, toastQueue } from '../lib/toasts.ts';
import { hiddenFrom } from './guards.ts';
import { usePageName } from './use-page-name.ts';

/** What surrounds every screen: the window's title and the toasts. */
export function RootScreen() {
  useWindowTitle();
  useOfflineToast();
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  );
}

const loadToastRegion = () => import('./toast-region.tsx');
const ToastRegion = lazy(async () => ({ default: (await loadChunk(loadToastRegion)).ToastRegion }));

function Toasts() {
  const speaks = useSyncExternalStore(toastQueue.subscribe, () => toastQueue.list().length > 0);
  const [needed, setNeeded] = useState(false);
  if (speaks && !needed) setNeeded(true);
  // Fetched in advance: once the browser is offline, the code that says so couldn't be fetched.
  useEffect(() => void loadToastRegion().catch(() => {}), []);
  return needed ? (
    <Suspense>
      <ToastRegion />
    </Suspense>
  ) : null;
}

/** The names of what is shown in place of a hidden screen. */
const INSTEAD = { member: 'welcome.member.title', visit: 'supportVisits.outside.title' } as const;

function useWindowTitle() {
  const t = useText();
  const company = useMaybePartner()?.companyName;
  const session = useSession();
  const route = useMatches({ select: (matches) => matches.at(-1)?.staticData.panelRoute });
  usePageName(route);
  const hidden = hiddenFrom(route, session);
  const title: MessageKey = hidden ? INSTEAD[hidden] : (route?.title ?? 'app.notFound.title');
  useEffect(() => {
    // A screen's texts come with the screen; until then the window keeps its title.
    if (!hasText(title)) return;
    document.title = company ? t('app.title', { page: t(title), company }) : t(title);
  }, [t, title, company]);
}

/** Spec 1 §8, Offline. */
function useOfflineToast() {
  const t = useText();
  useEffect(() => {
    const sayOffline = () =>
      showToast(t('app.offline'), { id: 'offline', kind: 'error', durationMs: Number.POSITIVE_INFINITY });
    const sayOnline = () => showToast(t('app.online'), { id: 'offline', kind: 'success' });
    window.addEventListener('offline', sayOffline);
    window.addEventListener('online', sayOnline);
    return () => {
      window.removeEventListener('offline', sayOffline);
      window.removeEventListener('online', sayOnline);
    };
  }, [t]);
}
