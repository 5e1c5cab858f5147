export { isAccountOwner } from './is-account-owner.ts';
