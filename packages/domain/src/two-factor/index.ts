export { RECOVERY_CODE_COUNT, TOTP_CHALLENGE_TTL_SECONDS, TOTP_DIGITS } from './limits.ts';
export { normaliseRecoveryCode, otpauthUrl, parseTotpCode, totpSteps } from './totp.ts';
export { mayUseTwoFactor } from './two-factor-permissions.ts';
