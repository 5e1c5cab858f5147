export { SIGN_INS_KEPT_DAYS, SIGN_INS_TOGETHER_MILLIS, signInsSeenBy } from './sign-in-history.ts';
export type { SignInMethod, SignInOutcome } from './sign-in-history.ts';
