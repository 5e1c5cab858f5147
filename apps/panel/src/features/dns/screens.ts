import type { FrameScreens } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const screens: FrameScreens = {
  [PATHS.manageDns]: {
    load: async () => (await import('./dns-page.tsx')).DnsPage,
    prepare: async () => (await import('./prepare-dns.ts')).prepareDns(),
  },
};
