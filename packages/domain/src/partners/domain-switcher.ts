import type { Brand } from './brand-of.ts';

/**
 * Partner ids whose customers get no domain switcher. The specification says that there are some and names none: the list is empty. Spec 1
 * §2.
 */
const PARTNERS_WITHOUT_SWITCHER: readonly number[] = [];

type Place = { brand: Brand; partnerId: number; currentBundleId: string };

/**
 * The domains that the switcher lists; with fewer than two there is none. Hidden for listed partners; the small-business brand
 * sees the current domain only. Spec 1 §2, App shell.
 */
export function switchableDomains<Bundle extends { bundleId: string }>(
  bundles: readonly Bundle[],
  { brand, partnerId, currentBundleId }: Place,
  hiddenFor: readonly number[] = PARTNERS_WITHOUT_SWITCHER,
): readonly Bundle[] {
  const showsCurrentOnly = brand === 'neo' || hiddenFor.includes(partnerId);
  return showsCurrentOnly ? bundles.filter((bundle) => bundle.bundleId === currentBundleId) : bundles;
}
