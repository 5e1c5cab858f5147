/** Codes of an authenticator app: six digits, a new one every 30 seconds. RFC 6238 §5.2, RFC 4226 §5.3. */
export const TOTP_DIGITS = 6;
export const TOTP_PERIOD_SECONDS = 30;

/** Codes that are one period early or late count too: phones' clocks aren't exact. RFC 6238 §5.2. */
export const TOTP_DRIFT_STEPS = 1;

/** Codes for people who have lost their phone; each works once. */
export const RECOVERY_CODE_COUNT = 10;

/** How long after the correct password the code may follow. */
export const TOTP_CHALLENGE_TTL_SECONDS = 5 * 60;
