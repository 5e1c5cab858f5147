import {
  decodeProtectedHeader,
  errors,
  importSPKI,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
  type ProtectedHeaderParameters,
} from 'jose';
import type { Database } from '../../db/client.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { findKeyFault } from './find-key-fault.ts';
import { findLiveKey, findPartner, type PartnerKeyRow, type PartnerRow } from './partner-repository.ts';

export type JwtDeps = { db: Database; clock: Clock; sealer: Sealer };

export type VerifiedJwt = { ok: true; keyId: string; payload: JWTPayload; partner: PartnerRow };
/** Why a token is refused; for the partner's audit and the inspector, never for the visitor. */
export type RefusedJwt = { ok: false; reason: string; keyId: string | null };

const MAXIMUM_CHARACTERS = 8_192;
/** Whether it fits the database's integer. */
const isPartnerId = (partnerId: number): boolean => partnerId > 0 && partnerId <= 2_147_483_647;
const KEY_ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Verifies a partner's signed token. The algorithm is always the registered key's, whatever the token says, and the key is found by
 * partner and kid alone: embedded keys and key addresses are never read.
 */
export async function verifyPartnerJwt(
  deps: JwtDeps,
  jwt: string,
  partnerId: number,
  claims: Pick<JWTVerifyOptions, 'audience' | 'requiredClaims'>,
): Promise<VerifiedJwt | RefusedJwt> {
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
  // A key from before the panel checked their strength.
  const fault = key.algorithm === 'HS256' ? null : findKeyFault(key.publicKeyPem ?? '', key.algorithm);
  if (fault !== null) return { ok: false, reason: fault.code, keyId };
  try {
    const { payload } = await jwtVerify(jwt, await keyMaterial(deps.sealer, key), {
      algorithms: [key.algorithm],
      currentDate: deps.clock.now(),
      ...claims,
    });
    return { ok: true, keyId, payload, partner };
  } catch (error) {
    if (error instanceof errors.JOSEError) return { ok: false, reason: error.code, keyId };
    throw error;
  }
}

function headerOf(jwt: string): ProtectedHeaderParameters | null {
  if (jwt.length > MAXIMUM_CHARACTERS || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(jwt)) return null;
  try {
    return decodeProtectedHeader(jwt);
  } catch {
    return null;
  }
}

const keyMaterial = async (sealer: Sealer, key: PartnerKeyRow) =>
  key.algorithm === 'HS256'
    ? Buffer.from(sealer.open(key.sealedSecret ?? '', `partner-key/${key.partnerId}/${key.keyId}`))
    : importSPKI(key.publicKeyPem ?? '', key.algorithm);
