import type { OutputOf } from '@postern/contract/operation';
import type { authenticatePurchase as operation } from '@postern/contract/purchase';
import { whoTakesPayment } from '@postern/domain/partners';
import type { Queryable } from '../../../db/client.ts';
import { PanelError } from '../../../http/panel-error.ts';
import { newId } from '../../../runtime/ids.ts';
import { hashToken, newToken } from '../../../secrets/tokens.ts';
import { findPartner } from '../../partners/public.ts';
import { type SanctionsDeps, screenAddress } from '../../sanctions/public.ts';
import { startSession } from '../../session/public.ts';
import type { SignInPlace } from '../../sign-in-history/public.ts';
import { challengeVouched } from '../../two-factor/public.ts';
import { findLatestCard } from '../payment/saved-card-repository.ts';
import type { PurchaseDeps } from '../purchase-deps.ts';
import {
  findDomainOwner,
  findExistingCustomer,
  findOrInsertPurchase,
  findPurchaseOfLink,
  insertPurchaseToken,
  isNamedBy,
  isOpen,
  isPurchaseOf,
  listBlockedCountries,
  spendLink,
} from '../purchase-repository.ts';
import { auditRefusedJwt } from './audit-refused-jwt.ts';
import { type VerifiedLink, verifyPurchaseLink } from './verify-purchase-link.ts';

type Answer = OutputOf<typeof operation>;

/**
 * Opens a signed link. A valid link leads to its purchase, which is the same for everyone who opens it; or to the panel if the domain
 * already belongs to this customer. It is denied if it was used, if the domain belongs to someone else, or if nobody would take the money.
 */
export async function authenticatePurchase(
  deps: PurchaseDeps & SanctionsDeps,
  context: SignInPlace,
  input: { jwt: string; partnerId: number },
): Promise<Answer> {
  if (input.jwt === '') throw new PanelError('MISSING_JWT');
  await screenAddress(deps, context.ip);
  const link = await verifyPurchaseLink(deps, input.jwt, input.partnerId);
  if (!link.ok) {
    await auditRefusedJwt(deps, 'purchase-link.refused', { ...link, partnerId: input.partnerId });
    throw new PanelError('INVALID_JWT');
  }
  const answer = await deps.db.asSystem(async (tx) => {
    const owner = await findDomainOwner(tx, link.claims.domainName);
    if (owner === null) return openPurchase(tx, deps, link);
    const isTheirs = owner.partnerId === link.partnerId && isNamedBy(owner, link.claims);
    return isTheirs ? signIntoPanel(tx, deps, context, link, owner) : denied(link);
  });
  if (answer instanceof PanelError) throw answer;
  return answer;
}

const denied = (link: VerifiedLink): Answer => ({
  flow: 'purchase_denied',
  params: {},
  partnerInternalId: link.partnerId,
});

async function signIntoPanel(
  tx: Queryable,
  deps: PurchaseDeps,
  place: SignInPlace,
  link: VerifiedLink,
  owner: { customerId: string; bundleId: string; email: string },
): Promise<Answer | PanelError> {
  if ((await findPurchaseOfLink(tx, link.partnerId, link.linkId)) !== null) return denied(link);
  if (!(await spendLink(tx, link.partnerId, link.linkId, deps.clock.now()))) return denied(link);
  const { customerId, bundleId, email } = owner;
  const who = { customerId, bundleId, email, partnerId: link.partnerId, mailboxId: null, role: 'domainAdmin' } as const;
  const challenge = await challengeVouched(tx, deps, who);
  if (challenge !== null) return challenge;
  const by = { source: 'token', method: 'partnerLink' } as const;
  const login = await startSession(tx, deps.clock, { ...who, ...by, place, token: newToken() });
  return {
    flow: 'panel_login',
    params: { ...login, login, config: 'generic' },
    partnerInternalId: link.partnerId,
  };
}

async function openPurchase(tx: Queryable, deps: PurchaseDeps, link: VerifiedLink): Promise<Answer> {
  const partner = await findPartner(tx, link.partnerId);
  if (deps.cardGateway === null && partner !== null && whoTakesPayment(partner) === 'panel') {
    deps.log.warn(
      { partnerId: link.partnerId },
      'a purchase link was refused: cards are off, and this partner does not take the payment',
    );
    return denied(link);
  }
  const now = deps.clock.now();
  const { claims } = link;
  const existing = await findExistingCustomer(tx, link.partnerId, claims);
  const purchase = await findOrInsertPurchase(tx, {
    purchaseId: newId(now),
    partnerId: link.partnerId,
    linkId: link.linkId,
    claims,
    state: 'started',
    customerId: existing?.customerId ?? newId(now),
    attempt: 0,
    createdAt: now,
    updatedAt: now,
    linkExpiresAt: link.expiresAt,
  });
  if (!isOpen(purchase) || !isPurchaseOf(purchase, claims)) return denied(link);
  const token = newToken();
  await insertPurchaseToken(tx, {
    tokenHash: hashToken(token),
    purchaseId: purchase.purchaseId,
    expiresAt: purchaseTokenEnd(now),
  });
  const address = purchase.billingAddress ?? existing?.billingAddress;
  const taxDetails = purchase.taxDetails ?? existing?.taxDetails;
  const card = await findLatestCard(tx, purchase.customerId, deps.gateway.name, now);
  return {
    flow: 'purchase',
    params: {
      token,
      claims,
      ...(address ? { billingAddress: address } : {}),
      ...(taxDetails ? { customerTaxDetails: taxDetails } : {}),
      cardExists: card !== null,
      ...(card === null ? {} : { cardDetails: card }),
      ...(deps.cardGateway === null ? {} : { cardGateway: deps.cardGateway }),
      blockedCountries: await listBlockedCountries(tx),
    },
    partnerInternalId: link.partnerId,
  };
}

/** Long enough to fetch a card from another room, and to find out how the payment ended. */
const purchaseTokenEnd = (now: Date): Date => new Date(now.getTime() + 24 * 3_600_000);
