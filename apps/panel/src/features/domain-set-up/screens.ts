import type { FrameScreens } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

const prepare = async () => (await import('./prepare-domain-set-up.ts')).prepareDomainSetUp();

export const screens: FrameScreens = {
  [PATHS.domainSetUp]: {
    load: async () => (await import('./domain-set-up-page.tsx')).DomainSetUpPage,
    prepare,
  },
  [PATHS.siteDomain]: {
    load: async () => (await import('./site-domain-page.tsx')).SiteDomainPage,
    prepare,
  },
};
