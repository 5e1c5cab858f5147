import { normaliseRecoveryCode, parseTotpCode } from '@postern/domain/two-factor';

/** The proof of a second factor: a code from the authenticator app, or a recovery code. */
export type CodeMeans = 'code' | 'recoveryCode';

/** Whether it can be a code at all; only the server knows whether it is the right one. */
export const isWholeCode = (means: CodeMeans, typed: string): boolean =>
  means === 'code' ? parseTotpCode(typed).ok : normaliseRecoveryCode(typed) !== null;
