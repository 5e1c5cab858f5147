import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const routes: readonly PanelRoute[] = [
  {
    path: PATHS.mailImport,
    access: 'session',
    mobileSupported: true,
    products: ['MailSuite'],
    // A mailbox user imports into the own mailbox.
    forEveryone: true,
    frame: 'panel',
    texts: 'import',
    title: 'mailImport.page.title',
  },
  {
    path: PATHS.resumeImport,
    access: 'open',
    // The link is about one import, whoever is signed in here.
    skipsGuard: true,
    mobileSupported: true,
    frame: 'bare',
    texts: ['panel', 'import'],
    title: 'mailImport.resume.name',
    load: async () => (await import('./resume-page.tsx')).ResumePage,
  },
  {
    path: PATHS.importSignIn,
    access: 'open',
    // It uses the secret of its own window. It doesn't matter who is signed in here.
    skipsGuard: true,
    mobileSupported: true,
    frame: 'bare',
    texts: 'import',
    title: 'mailImport.signIn.name',
    load: async () => (await import('./sign-in/sign-in-page.tsx')).SignInPage,
  },
];
