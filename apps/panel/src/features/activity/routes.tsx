import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

export const routes: readonly PanelRoute[] = [
  {
    path: PATHS.activity,
    access: 'session',
    mobileSupported: true,
    frame: 'panel',
    texts: ['activity', 'supportVisits'],
    title: 'activity.page.title',
  },
];
