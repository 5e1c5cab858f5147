import type { PanelRoute } from '../lib/panel-route.ts';

const features = import.meta.glob<readonly PanelRoute[]>('../features/*/routes.tsx', { eager: true, import: 'routes' });

/** Every screen of every feature. */
export const ROUTES: readonly PanelRoute[] = Object.values(features).flat();

/** Whether a path is the screen's; a part of a pattern that begins with `$` takes any name. */
function fits(pattern: string, path: string): boolean {
  if (!pattern.includes('$')) return pattern === path;
  const [asked, given] = [pattern.split('/'), path.split('/')];
  const isPart = (part: string, at: number) => (part.startsWith('$') ? given[at] !== '' : part === given[at]);
  return asked.length === given.length && asked.every(isPart);
}

/** The screen of a path, under any of its names and with or without a slash at the end, as the router matches it. */
export function findRoute(path: string): PanelRoute | undefined {
  const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  return ROUTES.find((route) => route.path === plain || route.aliases?.some((alias) => fits(alias, plain)));
}
