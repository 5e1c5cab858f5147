import { loadPartner, readPartner } from '../../../lib/frame/partner.ts';

/** Shows the checkout in the look of the selling partner, whichever host it is opened on. */
export async function showPartner(partnerId: number | null): Promise<void> {
  if (partnerId !== null && readPartner()?.partnerId !== partnerId) await loadPartner({ partnerId });
}
