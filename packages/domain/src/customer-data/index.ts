export { ERASURE_DAYS, ERASURE_GRACE_MILLIS, isErasureConfirmed } from './erasure.ts';
export { isAccountOwner } from './is-account-owner.ts';
