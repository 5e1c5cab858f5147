/** The general email brand and the small-business brand. Spec 1 §1. */
const BRANDS = ['general', 'neo'] as const;

export type Brand = (typeof BRANDS)[number];

/** A host with this label anywhere shows the small-business brand: `neo.mail.example`, `app.neo.example`. */
const SMALL_BUSINESS_HOST_LABEL = 'neo';

export function isBrand(value: string): value is Brand {
  return (BRANDS as readonly string[]).includes(value);
}

/**
 * Which brand to show: the partner's own, else the one of the host name's label, else the general one. Spec 1 §1. `partnerBrand` is stored
 * per partner; null when the visitor's partner isn't known.
 */
export function brandOf(visit: { partnerBrand: Brand | null; host: string }): Brand {
  if (visit.partnerBrand) return visit.partnerBrand;
  const labels = visit.host.toLowerCase().replace(/:\d+$/, '').split('.');
  return labels.includes(SMALL_BUSINESS_HOST_LABEL) ? 'neo' : 'general';
}
