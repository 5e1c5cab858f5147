import type { OrderType } from '@postern/contract/shapes';
import { isMailboxUser } from '../lib/access/is-mailbox-user.ts';
import type { View } from '../lib/frame/view.ts';
import type { PanelRoute } from '../lib/panel-route.ts';
import { PATHS } from '../lib/paths.ts';
import type { SessionItems } from '../lib/session/session-store.ts';

/** What the guard needs to know about the visitor. */
export type Visit = {
  /** The requested path and query. */
  url: string;
  hasToken: boolean;
  isMobileViewport: boolean;
  view: View['name'];
  /** Products of the current plan; null while the plan isn't known, and then no screen is refused for them. */
  products: readonly OrderType[] | null;
};

export type Decision =
  | { kind: 'pass' }
  /** Proceed, and forget the address that an earlier visit asked for. */
  | { kind: 'pass-afresh' }
  | { kind: 'go-to-login' }
  | { kind: 'redirect'; to: string; url?: string };

/** Spec 1 §2, Route guard, in its order. */
export function decideNavigation(route: PanelRoute, visit: Visit): Decision {
  if (route.skipsGuard) return { kind: 'pass' };
  if (visit.isMobileViewport && !route.mobileSupported) return { kind: 'redirect', to: PATHS.mobileHome };
  // In the mobile view it is the home, however wide the window.
  if (!visit.isMobileViewport && visit.view !== 'mobile' && route.path === PATHS.mobileHome)
    return { kind: 'redirect', to: PATHS.redirectHandler };
  if (route.onlyIn !== undefined && visit.view !== route.onlyIn) return { kind: 'redirect', to: PATHS.redirectHandler };
  if (route.access === 'session' && !visit.hasToken) return { kind: 'go-to-login' };
  if (route.access === 'open' && visit.hasToken) {
    return route.freshAuth ? { kind: 'pass-afresh' } : { kind: 'redirect', to: PATHS.redirectHandler, url: visit.url };
  }
  if (!ownsProduct(route, visit.products)) return { kind: 'redirect', to: PATHS.redirectHandler };
  return { kind: 'pass' };
}

const ownsProduct = (route: PanelRoute, products: readonly OrderType[] | null): boolean =>
  !route.products || !products || route.products.some((product) => products.includes(product));

/**
 * The frame's screens manage the domain. A mailbox without admin rights sees a home of its own instead of most of them, and a support visit
 * is told that a screen isn't part of it. Spec 2 §6.
 */
export function hiddenFrom(
  route: Pick<PanelRoute, 'frame' | 'forEveryone' | 'inVisits'> | undefined,
  session: SessionItems,
): 'member' | 'visit' | null {
  if (route?.frame !== 'panel') return null;
  if (session.visit) return route.inVisits ? null : 'visit';
  return !route.forEveryone && isMailboxUser(session) ? 'member' : null;
}
