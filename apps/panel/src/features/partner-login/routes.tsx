import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const routes: readonly PanelRoute[] = [
  {
    path: PATHS.autoLogin,
    aliases: ['/loginWithToken', '/partner/autoLogin'],
    access: 'open',
    // A partner's link signs in whoever it names, also where somebody else is signed in.
    skipsGuard: true,
    mobileSupported: true,
    frame: 'bare',
    texts: 'entry',
    title: 'app.opening',
    load: async () => (await import('./auto-login-page.tsx')).AutoLoginPage,
  },
];
