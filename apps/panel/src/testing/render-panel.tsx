import { QueryClientProvider } from '@tanstack/react-query';
import type { Login } from '@postern/contract/session';
import { renderDrawn } from '@postern/ui/testing/render-drawn';
import { UiProvider } from '@postern/ui/ui-provider';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { ToastProvider } from '@postern/ui/overlays/toast';
import '../app.css';
import { startPanel } from '../app/boot/start-panel.tsx';
import { rememberWelcome } from '../features/welcome/seen-welcomes.ts';
import { WELCOME_POPUPS } from '../features/welcome/welcome-due.ts';
import type { Locale } from '../lib/i18n/locales.ts';
import { ALL_TEXT_GROUPS } from '../../build/text-groups.ts';
import { loadTexts, startTexts } from '../lib/i18n/texts.ts';
import { loadPartnerOfHost } from '../lib/frame/partner.ts';
import { queryClient } from '../lib/http/query-client.ts';
import { clearSession, saveLogin } from '../lib/session/session-store.ts';
import { clearStaffToken } from '../lib/session/staff-session.ts';
import { chooseScheme } from '../lib/frame/theme.ts';
import { toastQueue } from '../lib/toasts.ts';
import { forgetVisit } from '../lib/store/visit-memory.ts';
import { FakeApi } from './fake-api.ts';
import type { Handlers } from './operations.ts';
import { aConnectedDomain } from './sample-domain.ts';
import { aBundle, aCurrentPlan, aLogin, aPartner } from './samples.ts';

export type PanelOptions = {
  handlers?: Handlers;
  /** Starts with this login; `true` for the sample's Ada. */
  signedIn?: boolean | Login;
  locale?: Locale;
  scheme?: 'light' | 'dark';
  /** Width and height of the window in pixels; a desk's by default. */
  viewport?: readonly [number, number];
  /** Another page shows the panel in a frame. */
  isFramed?: boolean;
  /** Shows the welcome, which is marked as seen otherwise. */
  isNewHere?: boolean;
  /** Keeps what the test put into storage. */
  keepStorage?: boolean;
};

const SIGNED_IN: Handlers = {
  listBundles: () => ({ bundles: [aBundle()] }),
  readCurrentPlan: () => ({ currentPlan: aCurrentPlan() }),
  listMailboxes: () => ({ accounts: [], nextCursor: null, total: 0 }),
  readDomainConnection: () => aConnectedDomain(),
};

const DESK = [1280, 860] as const;

let open: FakeApi | null = null;

/** Longer than any test: on a slow machine a toast could be gone before the test looks. Its component's tests check the real time. */
const TOAST_MS = 120_000;
const show = toastQueue.show;
toastQueue.show = (content) => show({ durationMs: TOAST_MS, ...content });

/** Forgets the previous test: its screen, session, language, cache and server. */
async function startAfresh(options: PanelOptions): Promise<FakeApi> {
  await cleanup();
  const [width, height] = options.viewport ?? DESK;
  if (window.innerWidth !== width || window.innerHeight !== height) await page.viewport(width, height);
  open?.restore();
  if (!options.keepStorage) {
    localStorage.clear();
    clearSession();
    clearStaffToken();
    sessionStorage.clear();
  }
  queryClient.clear();
  forgetVisit();
  for (const toast of toastQueue.list()) toastQueue.dismiss(toast.id);
  chooseScheme(options.scheme ?? 'light');
  localStorage.setItem('postern.locale', options.locale ?? 'en');
  open = new FakeApi({ readPartnerInfo: () => aPartner(), ...SIGNED_IN, ...options.handlers });
  const login = options.signedIn === true ? aLogin() : options.signedIn;
  if (login) saveLogin(login);
  if (!options.isNewHere) for (const popup of WELCOME_POPUPS) rememberWelcome(popup, (login || aLogin()).bllUserId);
  return open;
}

/** Renders the whole panel at an address, in front of a fake server made from the contract. */
export async function renderPanel(path: string, options: PanelOptions = {}) {
  const api = await startAfresh(options);
  const history = createMemoryHistory({ initialEntries: [path] });
  const start = await startPanel({ history, isFramed: options.isFramed ?? false });
  const screen = await renderDrawn('router' in start ? <RouterProvider router={start.router} /> : start.screen);
  return { screen, api, history, location: () => history.location };
}

/** Renders one component with what surrounds every screen: all texts, the partner, the query library, toasts. No router. */
export async function renderScreen(element: ReactElement, options: PanelOptions = {}) {
  const api = await startAfresh(options);
  await startTexts('entry');
  await Promise.all([...ALL_TEXT_GROUPS.map(loadTexts), loadPartnerOfHost()]);
  const screen = await renderDrawn(
    <QueryClientProvider client={queryClient}>
      <UiProvider>
        <ToastProvider queue={toastQueue} closeLabel="Close" regionLabel="Messages">
          {element}
        </ToastProvider>
      </UiProvider>
    </QueryClientProvider>,
  );
  return { screen, api };
}
