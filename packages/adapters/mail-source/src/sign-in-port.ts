import type { SignInProvider } from '@postern/domain/mail-import';

/**
 * The sign-in port: access to a mailbox that its owner gives at the provider's own page, instead of a password (OAuth 2.0 authorisation code
 * with PKCE, OpenID Connect). Every call that fails throws `SignInError`, and every call has a time-out.
 */
export interface SourceSignIns {
  /** The providers that the operator has registered at, and the mail server that takes their tokens, encrypted from the start. */
  readonly offered: readonly OfferedSignIn[];
  /** The page to sign in at, and what only the server that completes the sign-in may know. */
  begin(
    provider: SignInProvider,
    wish: { state: string; loginHint: string; redirectUri: string },
  ): Promise<BegunSignIn>;
  /** Exchanges the code in the provider's answer. `addresses` are those of the account, as the provider told. */
  complete(
    provider: SignInProvider,
    answer: { url: URL; state: string; verifier: string; nonce: string },
  ): Promise<{ tokens: NewTokens; addresses: string[] }>;
  /** New tokens for one that has expired. */
  refresh(provider: SignInProvider, refreshToken: string): Promise<NewTokens>;
  /** Ends the access at the provider. Ending it twice is no error. */
  revoke(provider: SignInProvider, refreshToken: string): Promise<void>;
}

type OfferedSignIn = { provider: SignInProvider; host: string; port: number };
type BegunSignIn = { url: string; verifier: string; nonce: string };
export type NewTokens = { accessToken: string; refreshToken: string; validSeconds: number };

/**
 * - `denied`: the person didn't allow the access, or not all of it.
 * - `refused`: the provider no longer accepts the code or token.
 * - `unavailable`: the provider doesn't answer, or not as it should.
 */
export type SignInErrorKind = 'denied' | 'refused' | 'unavailable';

/** A call of the provider failed. The message has the provider's error code and never a token. */
export class SignInError extends Error {
  readonly kind: SignInErrorKind;

  constructor(kind: SignInErrorKind, message: string) {
    super(message);
    this.name = 'SignInError';
    this.kind = kind;
  }
}
