import type { PurchaseClaims } from '@postern/contract/purchase';
import { checkLinkLife, parsePurchaseClaims } from '@postern/domain/purchase';
import type { JWTPayload } from 'jose';
import { findUnstorableText } from '../../../http/find-unstorable-text.ts';
import { type JwtDeps, type RefusedJwt, verifyPartnerJwt } from '../../partners/public.ts';

export type LinkDeps = JwtDeps;

export type VerifiedLink = { ok: true; partnerId: number; linkId: string; expiresAt: Date; claims: PurchaseClaims };

/** Verifies a partner's signed link and reads its claims. */
export async function verifyPurchaseLink(
  deps: LinkDeps,
  jwt: string,
  partnerId: number,
): Promise<VerifiedLink | RefusedJwt> {
  const verified = await verifyPartnerJwt(deps, jwt, partnerId, { requiredClaims: ['exp', 'jti', 'iss'] });
  if (!verified.ok) return verified;
  const { payload, keyId, partner } = verified;
  return readClaims(payload, partnerId, keyId, (times) =>
    checkLinkLife(times, Math.floor(deps.clock.now().getTime() / 1000), partner.purchaseLinkHours),
  );
}

type CheckLife = (times: {
  issuedAtSeconds: number | null;
  expiresAtSeconds: number;
}) => ReturnType<typeof checkLinkLife>;

function readClaims(
  payload: JWTPayload,
  partnerId: number,
  keyId: string,
  checkLife: CheckLife,
): VerifiedLink | RefusedJwt {
  const parsed = parsePurchaseClaims(payload);
  if (!parsed.ok) return { ok: false, reason: `${parsed.code} ${parsed.attrs.claim}`, keyId };
  const { issuer, linkId, expiresAtSeconds, claims } = parsed.value;
  if (issuer !== String(partnerId)) return { ok: false, reason: 'CLAIM_INVALID iss', keyId };
  const life = checkLife(parsed.value);
  if (!life.ok) return { ok: false, reason: [life.code, ...Object.values(life.attrs)].join(' '), keyId };
  const unstorable = findUnstorableText({ linkId, ...claims });
  if (unstorable !== null) return { ok: false, reason: `CLAIM_INVALID ${unstorable.join('.')}`, keyId };
  return {
    ok: true,
    partnerId,
    linkId,
    expiresAt: new Date(Math.min(expiresAtSeconds, 253_402_300_799) * 1000),
    claims,
  };
}
