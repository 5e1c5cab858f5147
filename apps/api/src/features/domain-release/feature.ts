import type { Feature } from '../../feature/feature.ts';
import { planMissingReleases, releaseDomains } from './release-domains.ts';

export const domainReleases: Feature = {
  sweeps: [
    { name: 'domain-releases', everyMillis: 10_000, run: releaseDomains },
    { name: 'missing-domain-releases', everyMillis: 3_600_000, run: planMissingReleases },
  ],
};
