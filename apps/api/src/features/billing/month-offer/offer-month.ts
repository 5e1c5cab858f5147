import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import type { offerMonth as operation } from '@postern/contract/partner-billing';
import { parseDomainName } from '@postern/domain/addresses';
import { invalid, PanelError } from '../../../http/panel-error.ts';
import type { PartnerContext } from '../../../http/request-context.ts';
import { findBundleOfPartner } from '../../bundles/public.ts';
import { findPartner } from '../../partners/public.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { setMonthOffer } from './set-month-offer.ts';

/** Offers one month free for the partner's own server. It may if the operator says so, as the month is usually the operator's to give. */
export async function offerMonth(
  { db, clock }: Pick<BillingDeps, 'db' | 'clock'>,
  { partner: { partnerId, keyId }, requestId }: PartnerContext,
  { domainName, orderType, isOffered, reason }: ParsedInputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const domain = parseDomainName(domainName);
  if (!domain.ok) throw invalid([{ path: 'domainName', code: domain.code, message: 'Send a domain name.' }]);
  const note = reason.trim();
  if (note === '') throw invalid([{ path: 'reason', code: 'required', message: 'Say why, in a word or more.' }]);
  await db.asSystem(async (tx) => {
    if ((await findPartner(tx, partnerId))?.mayOfferMonths !== true)
      throw new PanelError('NOT_AUTHORIZED', { reason: 'MONTH_OFFERS_OFF' });
    const key = await findBundleOfPartner(tx, partnerId, domain.value);
    if (key === null) throw new PanelError('NOT_FOUND');
    await setMonthOffer(tx, clock, key, {
      ...{ orderType, isOffered, note, actor: `partner:${partnerId}` },
      attrs: { keyId, requestId },
    });
  });
  return { domainName: domain.value, orderType, isOffered };
}
