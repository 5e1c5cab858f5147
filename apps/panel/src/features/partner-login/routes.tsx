import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

/** A link signs in the person it names, even if someone else is signed in. */
const entry = { access: 'open', skipsGuard: true, mobileSupported: true, frame: 'bare', title: 'app.opening' } as const;

export const routes: readonly PanelRoute[] = [
  {
    ...entry,
    path: PATHS.autoLogin,
    aliases: ['/loginWithToken', '/partner/autoLogin'],
    texts: ['partnerLogin', 'passwords'],
    load: async () => (await import('./auto-login-page.tsx')).AutoLoginPage,
  },
  {
    ...entry,
    path: PATHS.widgetLogin,
    texts: ['partnerLogin', 'passwords'],
    load: async () => (await import('./widget-login-page.tsx')).WidgetLoginPage,
  },
  {
    ...entry,
    path: PATHS.webmailLogin,
    texts: ['partnerLogin', 'passwords'],
    load: async () => (await import('./webmail-login-page.tsx')).WebmailLoginPage,
  },
  {
    ...entry,
    path: PATHS.provision,
    followsSignIn: true,
    texts: 'partnerLogin',
    title: 'provision.page.title',
    load: async () => (await import('./provision-page.tsx')).ProvisionPage,
  },
];
