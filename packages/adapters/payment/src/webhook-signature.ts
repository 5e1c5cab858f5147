import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the time in a signature may be from the receiver's clock, in seconds, in either direction. */
const WEBHOOK_TOLERANCE_SECONDS = 300;

/** The header's value in Stripe's scheme: `t=<epoch seconds>,v1=<hex HMAC-SHA256 of "t.body">`. */
export function signWebhook(secret: string, body: string | Buffer, nowEpochMillis: number): string {
  const seconds = Math.floor(nowEpochMillis / 1000);
  return `t=${seconds},v1=${digest(secret, seconds, body).toString('hex')}`;
}

/** True when one of the header's `v1` signatures is right and its time is within the tolerance. */
export function isWebhookSignatureValid(
  secret: string,
  body: string | Buffer,
  header: string,
  nowEpochMillis: number,
): boolean {
  const parts = header.split(',').map((part) => part.trim());
  const time = parts.find((part) => part.startsWith('t='))?.slice(2) ?? '';
  if (!/^\d{1,12}$/.test(time)) return false;
  const seconds = Number(time);
  if (Math.abs(nowEpochMillis / 1000 - seconds) > WEBHOOK_TOLERANCE_SECONDS) return false;
  const expected = digest(secret, seconds, body);
  // Several v1 parts are legal: a sender signs with the old and the new secret while the secret is being changed.
  return parts.some((part) => {
    if (!part.startsWith('v1=')) return false;
    const given = Buffer.from(part.slice(3), 'hex');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function digest(secret: string, seconds: number, body: string | Buffer): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();
}
