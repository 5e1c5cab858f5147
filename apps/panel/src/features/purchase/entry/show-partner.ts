import { loadPartner, readPartner } from '../../../lib/frame/partner.ts';

/** The checkout wears the colours of the partner who sells, whichever host it is opened on. */
export async function showPartner(partnerId: number | null): Promise<void> {
  if (partnerId !== null && readPartner()?.partnerId !== partnerId) await loadPartner({ partnerId });
}
