import type { Feature } from '../../feature/feature.ts';
import { VISIT_ASKED_MAIL } from './consent-mail.ts';
import { endDueVisits } from './end-due-visits.ts';
import { supportVisitRoutes } from './routes.ts';

export const supportVisits: Feature = {
  routes: ({ serve }, services) => supportVisitRoutes(serve, services),
  mails: [VISIT_ASKED_MAIL],
  sweeps: [{ name: 'support-visits', everyMillis: 5_000, run: endDueVisits }],
};
