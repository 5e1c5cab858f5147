import { createHmac } from 'node:crypto';

/** The secrets that panel and sandbox gateway share. They are derived, so that all processes with the same secret key agree. */
export function gatewaySecrets(secretKey: Buffer): { apiKey: string; webhookSecret: string } {
  const derive = (purpose: string) =>
    createHmac('sha256', secretKey).update(`sandbox-gateway/${purpose}`).digest('base64url');
  return { apiKey: derive('api-key'), webhookSecret: derive('webhook') };
}
