import { randomBytes } from 'node:crypto';
import type { Sealer } from '../../secrets/seal.ts';
import type { webhookEndpoint } from './tables.ts';

const BYTES = 24;

/** A secret as Standard Webhooks writes it, which the receiver's library takes as it is. */
export const newSecret = (): string => `whsec_${randomBytes(BYTES).toString('base64')}`;

const boundTo = (endpointId: string): string => `webhook:${endpointId}`;

export const sealSecret = (sealer: Sealer, endpointId: string, secret: string): string =>
  sealer.seal(secret, boundTo(endpointId));

/** The secrets that sign now: for a day after a change both, the new one first. */
export function openSecrets(sealer: Sealer, endpoint: typeof webhookEndpoint.$inferSelect, now: Date): string[] {
  const { endpointId, sealedSecret, formerSealedSecret, formerUntil } = endpoint;
  const former = formerUntil !== null && formerUntil > now ? formerSealedSecret : null;
  return [sealedSecret, ...(former === null ? [] : [former])].map((sealed) => sealer.open(sealed, boundTo(endpointId)));
}
