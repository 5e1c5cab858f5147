import { createHmac } from 'node:crypto';

/** What panel and sandbox gateway share; derived, so that processes with one secret key agree without being told. */
export function gatewaySecrets(secretKey: Buffer): { apiKey: string; webhookSecret: string } {
  const derive = (purpose: string) =>
    createHmac('sha256', secretKey).update(`sandbox-gateway/${purpose}`).digest('base64url');
  return { apiKey: derive('api-key'), webhookSecret: derive('webhook') };
}
