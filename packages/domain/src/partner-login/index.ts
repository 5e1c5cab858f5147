export { parseLoginClaims } from './parse-login-claims.ts';
export type { LoginClaims } from './parse-login-claims.ts';
