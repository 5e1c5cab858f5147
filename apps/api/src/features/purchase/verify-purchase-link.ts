import type { PurchaseClaims } from '@postern/contract/purchase';
import { parsePurchaseClaims } from '@postern/domain/purchase';
import {
  decodeProtectedHeader,
  errors,
  importSPKI,
  type JWTPayload,
  jwtVerify,
  type ProtectedHeaderParameters,
} from 'jose';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/client.ts';
import { findUnstorableText } from '../../http/find-unstorable-text.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { findLiveKey, findPartner, type PartnerKeyRow } from '../partners/public.ts';

export type LinkDeps = { db: Database; clock: Clock; sealer: Sealer };

export type VerifiedLink = { ok: true; partnerId: number; linkId: string; expiresAt: Date; claims: PurchaseClaims };
/** Why a link is refused; for the partner's audit and the inspector, never for the visitor. */
export type RefusedLink = { ok: false; reason: string; keyId: string | null };

const MAXIMUM_CHARACTERS = 8_192;
/** What the database's integer holds. */
const isPartnerId = (partnerId: number): boolean => partnerId > 0 && partnerId <= 2_147_483_647;
const KEY_ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Verifies a partner's signed link. The algorithm is the registered key's, never the token's word for it, and the key is
 * found by partner and kid alone: embedded keys and key addresses are ignored because nothing reads them.
 */
export async function verifyPurchaseLink(
  deps: LinkDeps,
  jwt: string,
  partnerId: number,
): Promise<VerifiedLink | RefusedLink> {
  const header = headerOf(jwt);
  if (header === null) return { ok: false, reason: 'malformed', keyId: null };
  const keyId = typeof header.kid === 'string' && KEY_ID.test(header.kid) ? header.kid : null;
  if (keyId === null) return { ok: false, reason: 'no usable kid', keyId };
  if (header.crit !== undefined) return { ok: false, reason: 'critical header', keyId };
  const partner = isPartnerId(partnerId) ? await findPartner(deps.db.global, partnerId) : null;
  const key = partner === null ? null : await findLiveKey(deps.db.global, partnerId, keyId);
  if (partner === null || partner.state === 'closed' || key === null)
    return { ok: false, reason: 'unknown partner or key', keyId };
  if (header.alg !== key.algorithm) return { ok: false, reason: `algorithm is not the key's ${key.algorithm}`, keyId };
  const payload = await verifySignature(deps, jwt, key);
  return typeof payload === 'string' ? { ok: false, reason: payload, keyId } : readClaims(payload, partnerId, keyId);
}

function headerOf(jwt: string): ProtectedHeaderParameters | null {
  if (jwt.length > MAXIMUM_CHARACTERS || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(jwt)) return null;
  try {
    return decodeProtectedHeader(jwt);
  } catch {
    return null;
  }
}

async function verifySignature(deps: LinkDeps, jwt: string, key: PartnerKeyRow): Promise<JWTPayload | string> {
  try {
    const { payload } = await jwtVerify(jwt, await keyMaterial(deps.sealer, key), {
      algorithms: [key.algorithm],
      requiredClaims: ['exp', 'jti', 'iss'],
      currentDate: deps.clock.now(),
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return error.code;
    throw error;
  }
}

const keyMaterial = async (sealer: Sealer, key: PartnerKeyRow) =>
  key.algorithm === 'HS256'
    ? Buffer.from(sealer.open(key.sealedSecret ?? '', `partner-key/${key.partnerId}/${key.keyId}`))
    : importSPKI(key.publicKeyPem ?? '', key.algorithm);

function readClaims(payload: JWTPayload, partnerId: number, keyId: string): VerifiedLink | RefusedLink {
  const parsed = parsePurchaseClaims(payload);
  if (!parsed.ok) return { ok: false, reason: `${parsed.code} ${parsed.attrs.claim}`, keyId };
  const { issuer, linkId, expiresAtSeconds, claims } = parsed.value;
  if (issuer !== String(partnerId)) return { ok: false, reason: 'CLAIM_INVALID iss', keyId };
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
