import { listenToHost } from '../../lib/frame/frame-bridge.ts';
import { reportHeight } from '../../lib/frame/report-height.ts';
import { reportToasts } from '../../lib/frame/report-toasts.ts';
import { hasToken } from '../../lib/session/session-store.ts';
import { readIntendedUrl } from '../redirect-target.ts';
import type { PanelRouter } from '../router.tsx';
import { findRoute } from '../routes.ts';

/** Becomes a part of the page around the panel: obeys it, and tells it height and toasts. */
export function joinHost(router: PanelRouter): void {
  listenToHost((path) => openAsked(router, path));
  reportToasts();
  reportHeight(document.getElementById('root') ?? document.body);
}

/** Opens a screen that the page around the panel names; never another site, and nothing before the sign-in. */
function openAsked(router: PanelRouter, path: string): void {
  const url = hasToken() ? readIntendedUrl(path, findRoute) : null;
  if (url === null) return;
  const { pathname, searchParams } = new URL(url, window.location.origin);
  void router.navigate({ to: pathname, search: Object.fromEntries(searchParams) });
}
