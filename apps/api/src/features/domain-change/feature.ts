import { type Feature, onJob } from '../../feature/feature.ts';
import { RUN_DOMAIN_CHANGE } from './domain-change-job.ts';
import { keepFormerDomains } from './keep-former-domains.ts';
import { recheckFormerDomains } from './recheck-former-domains.ts';
import { resumeDomainChanges } from './resume-domain-changes.ts';
import { domainChangeRoutes } from './routes.ts';
import { runDomainChange } from './run-domain-change.ts';

export const domainChange: Feature = {
  routes: ({ serve }, services) => domainChangeRoutes(serve, services),
  jobs: [onJob(RUN_DOMAIN_CHANGE, runDomainChange)],
  sweeps: [
    { name: 'domain-changes', everyMillis: 5_000, run: resumeDomainChanges },
    { name: 'former-domain-mail', everyMillis: 10 * 60_000, run: recheckFormerDomains },
    { name: 'former-domains', everyMillis: 10 * 60_000, run: keepFormerDomains },
  ],
};
