export { parseLoginClaims } from './parse-login-claims.ts';
export type { LoginClaims } from './parse-login-claims.ts';
export { parseWebmailClaims } from './parse-webmail-claims.ts';
export type { WebmailClaims } from './parse-webmail-claims.ts';
export { siteAddress } from './site-address.ts';
