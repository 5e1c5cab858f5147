import type { Bundle } from '@postern/contract/session';

/** Plan type of a site that came with something else for free. Spec 1 §3, Bundle. */
const FREE_SITE = 'free_site';

const hasFreeSite = (bundle: Bundle): boolean =>
  bundle.orders.some((order) => order.type === 'Site' && order.planType === FREE_SITE && order.status === 'active');

/**
 * Spec 1 §4, App start: with a free provisioned site, the redirect handling goes to another bundle without one, or keeps the
 * current one. The other bundles are tried in order; a suspended one is never opened.
 */
export function bundleToOpen(bundles: readonly Bundle[], current: Bundle): Bundle {
  if (!hasFreeSite(current)) return current;
  return bundles.find((bundle) => bundle.status === 'active' && !hasFreeSite(bundle)) ?? current;
}
