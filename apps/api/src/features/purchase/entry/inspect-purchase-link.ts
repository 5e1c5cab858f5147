import type { PurchaseClaims } from '@postern/contract/purchase';
import { findPartner } from '../../partners/public.ts';
import { currencyFor, listPurchasePlans } from '../../plans/public.ts';
import {
  findDomainOwner,
  findPurchaseOfLink,
  isNamedBy,
  isOpen,
  isPurchaseOf,
  isSpent,
} from '../purchase-repository.ts';
import { type LinkDeps, verifyPurchaseLink } from './verify-purchase-link.ts';

/** What would happen if someone opened the link now, for the partner who made it. Changes nothing. */
export type LinkInspection = {
  ok: boolean;
  outcome: string;
  reason: string | null;
  claims: object | null;
  expiresAt: string | null;
};

export async function inspectPurchaseLink(deps: LinkDeps, jwt: string, partnerId: number): Promise<LinkInspection> {
  const link = await verifyPurchaseLink(deps, jwt, partnerId);
  if (!link.ok) return { ok: false, outcome: 'refused', reason: link.reason, claims: null, expiresAt: null };
  const facts = { claims: link.claims, expiresAt: link.expiresAt.toISOString() };
  const denied = (reason: string): LinkInspection => ({ ok: false, outcome: 'purchase_denied', reason, ...facts });
  const hasPlan = await isSold(deps, link.claims, partnerId);
  return deps.db.asSystem(async (tx) => {
    const owner = await findDomainOwner(tx, link.claims.domainName);
    const purchase = await findPurchaseOfLink(tx, partnerId, link.linkId);
    if (owner !== null && (owner.partnerId !== partnerId || !isNamedBy(owner, link.claims))) {
      return denied('the domain belongs to another customer');
    }
    if (owner !== null && ((await isSpent(tx, partnerId, link.linkId)) || purchase !== null))
      return denied('the link was used');
    if (owner !== null) return { ok: true, outcome: 'panel_login', reason: null, ...facts };
    if (purchase !== null && !isOpen(purchase)) return denied(`the link was used; its purchase is ${purchase.state}`);
    if (purchase !== null && !isPurchaseOf(purchase, link.claims))
      return denied('a link for another domain or customer has the same jti');
    if (!hasPlan) return denied('the partner sells no plan of this type');
    return { ok: true, outcome: 'purchase', reason: null, ...facts };
  });
}

/** Whether the checkout would have the plan, in the currency of the link's country. */
async function isSold({ db }: LinkDeps, claims: PurchaseClaims, partnerId: number): Promise<boolean> {
  const partner = await findPartner(db.global, partnerId);
  if (partner === null) return false;
  const currency = currencyFor(partner.countryCurrencies, claims.customerCountry);
  const { plans } = await listPurchasePlans({ db }, { partnerId, currency }, true);
  return plans.some(({ type }) => type === claims.planType);
}
