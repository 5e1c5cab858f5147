export { checkLoginForm } from './check-login-form.ts';
export type { LoginProblem } from './check-login-form.ts';
export {
  ACCOUNT_LIMIT,
  addressLimit,
  CODE_LIMIT,
  DISCOUNT_ADDRESS_LIMIT,
  DISCOUNT_CODE_LIMIT,
  KNOWN_AFTER_MILLIS,
  KNOWN_BROWSER_LIMIT,
  SITE_LIMIT,
  KNOWN_FOR_MILLIS,
  KNOWN_USERS_MAXIMUM,
  startGuess,
} from './guess-limits.ts';
export type { GuessCount, GuessLimit, GuessVerdict } from './guess-limits.ts';
export { networkOf, siteOf } from './network-of.ts';
export { RESET_MAILS_AN_HOUR } from './reset-mails.ts';
export { isStaffRole, ROLES, roleName, SUPPORTERS } from './roles.ts';
export type { Role, RoleName } from './roles.ts';
export { endOfCustomerId, isCustomerId, namesCustomer, shortCustomerId } from './short-customer-id.ts';
export { isConfirmed, SESSION_TTL_SECONDS } from './session-durations.ts';
