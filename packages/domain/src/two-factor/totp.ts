import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';
import { TOTP_DIGITS, TOTP_DRIFT_STEPS, TOTP_PERIOD_SECONDS } from './limits.ts';

export type CodeRefusal = Refusal<'CODE_INVALID', Record<never, never>>;

/** The code of an authenticator app as people type it: six digits, with or without spaces. */
export function parseTotpCode(text: string): Outcome<string, CodeRefusal> {
  const code = text.slice(0, 100).replace(/\s/gu, '');
  return code.length === TOTP_DIGITS && /^[0-9]+$/.test(code) ? accepted(code) : refused('CODE_INVALID', {});
}

/** A recovery code in the form in which it is compared: lower case, without dashes and spaces; null if it can't be one. */
export function normaliseRecoveryCode(text: string): string | null {
  const code = text.slice(0, 100).toLowerCase().replace(/[\s-]/gu, '');
  return /^[a-z2-7]{16}$/.test(code) ? code : null;
}

/** The periods whose codes count at a moment, the present one first. */
export function totpSteps(nowMillis: number): number[] {
  const now = Math.floor(nowMillis / 1000 / TOTP_PERIOD_SECONDS);
  const drift = Array.from({ length: TOTP_DRIFT_STEPS }, (_, index) => index + 1);
  return [now, ...drift.flatMap((steps) => [now - steps, now + steps])];
}

/** What an authenticator app reads from the QR code: whose code it is, and the secret in base32. */
export function otpauthUrl(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1`;
  return `otpauth://totp/${label}?${query}&digits=${TOTP_DIGITS}&period=${TOTP_PERIOD_SECONDS}`;
}
