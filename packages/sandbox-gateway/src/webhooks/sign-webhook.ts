import { createHmac } from 'node:crypto';

/** The value of the signature header, in Stripe's scheme: `t=<epoch seconds>,v1=<hex HMAC-SHA256 of "t.body">`. */
export function signWebhook(secret: string, body: string, nowEpochMillis: number): string {
  const seconds = Math.floor(nowEpochMillis / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
