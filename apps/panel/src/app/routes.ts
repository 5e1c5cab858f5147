import type { PanelRoute } from '../lib/panel-route.ts';

const features = import.meta.glob<readonly PanelRoute[]>('../features/*/routes.tsx', { eager: true, import: 'routes' });

/** Every screen of every feature. */
export const ROUTES: readonly PanelRoute[] = Object.values(features).flat();

/** The screen of a path, whichever of its names is used. */
export const findRoute = (path: string): PanelRoute | undefined =>
  ROUTES.find((route) => route.path === path || route.aliases?.includes(path as `/${string}`));
