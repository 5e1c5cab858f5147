import { type Feature, onJob } from '../../feature/feature.ts';
import { cleanUpLoginTokens } from './clean-up-login-tokens.ts';
import { MAIL_PASSWORD_LINKS, mailPasswordLinks } from './forgot-password.ts';
import { cleanUpKnownBrowsers } from './limits/known-browsers.ts';
import { cleanUpKnownPlaces } from './limits/known-places.ts';
import { PASSWORD_LINK_MAILS } from './password-link-templates.ts';
import { signInRoutes } from './routes.ts';

export const signIn: Feature = {
  routes: ({ serve }, services) => signInRoutes(serve, services),
  jobs: [onJob(MAIL_PASSWORD_LINKS, mailPasswordLinks)],
  mails: Object.values(PASSWORD_LINK_MAILS),
  cleanUps: [cleanUpLoginTokens, cleanUpKnownBrowsers, cleanUpKnownPlaces],
};
