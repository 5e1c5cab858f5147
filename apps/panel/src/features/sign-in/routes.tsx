import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';
import { LoginPage } from './login-page.tsx';

const entry = { access: 'open', mobileSupported: true, frame: 'bare', texts: 'entry' } as const;

export const routes: readonly PanelRoute[] = [
  {
    ...entry,
    path: PATHS.login,
    aliases: ['/login'],
    title: 'login.page.title',
    // The first screen of most visits is part of the main chunk, which saves a request.
    load: async () => LoginPage,
  },
  {
    ...entry,
    path: PATHS.autoLoginError,
    // Even if someone is signed in: a link that failed must not show another person's panel.
    skipsGuard: true,
    texts: 'partnerLogin',
    title: 'autoLoginError.page.title',
    load: async () => (await import('./auto-login-error-page.tsx')).AutoLoginErrorPage,
  },
  {
    ...entry,
    path: PATHS.resetPassword,
    aliases: ['/resetPassword'],
    // A mailed link works even if someone else is signed in here.
    skipsGuard: true,
    texts: 'passwords',
    title: 'resetPassword.page.title',
    load: async () => (await import('./reset-password-page.tsx')).ResetPasswordPage,
  },
  {
    ...entry,
    path: PATHS.setPassword,
    aliases: ['/setPassword'],
    skipsGuard: true,
    texts: 'passwords',
    title: 'setPassword.page.firstTitle',
    load: async () => (await import('./reset-password-page.tsx')).ResetPasswordPage,
  },
  {
    ...entry,
    path: PATHS.restoreAddress,
    skipsGuard: true,
    texts: ['mailedLinks', 'passwords'],
    title: 'restoreAddress.page.title',
    load: async () => (await import('./restore-address-page.tsx')).RestoreAddressPage,
  },
  {
    ...entry,
    path: PATHS.keepAccount,
    skipsGuard: true,
    texts: ['mailedLinks', 'passwords'],
    title: 'keepAccount.page.title',
    load: async () => (await import('./keep-account-page.tsx')).KeepAccountPage,
  },
];
