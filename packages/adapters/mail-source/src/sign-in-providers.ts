import type { SignInProvider } from '@postern/domain/mail-import';

/** What a provider publishes about signing in, and where and when that was read. */
export type PublishedSignIn = {
  /** Its endpoints are in the discovery document of this issuer (OpenID Connect Discovery 1.0). */
  issuer: string;
  /** The scope that opens the mailbox; `openid` and `email` tell whose it is. */
  mailScope: string;
  otherScopes: string;
  parameters: Record<string, string>;
  server: { host: string; port: number };
  source: { address: string; date: string };
};

export const PUBLISHED_SIGN_INS: Record<SignInProvider, PublishedSignIn> = {
  // Its endpoints are accounts.google.com/o/oauth2/v2/auth, oauth2.googleapis.com/token and oauth2.googleapis.com/revoke.
  google: {
    issuer: 'https://accounts.google.com',
    mailScope: 'https://mail.google.com/',
    otherScopes: 'openid email',
    // Without both, Google gives no refresh token to a person who has signed in here before.
    parameters: { access_type: 'offline', prompt: 'consent' },
    server: { host: 'imap.gmail.com', port: 993 },
    source: { address: 'https://developers.google.com/identity/protocols/oauth2/web-server', date: '2026-11-24' },
  },
  // Its endpoints are login.microsoftonline.com/common/oauth2/v2.0/authorize and …/token. It has none to revoke a token.
  microsoft: {
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    mailScope: 'https://outlook.office.com/IMAP.AccessAsUser.All',
    otherScopes: 'openid email profile offline_access',
    parameters: {},
    server: { host: 'outlook.office365.com', port: 993 },
    source: {
      address:
        'https://learn.microsoft.com/en-us/exchange/client-developer/legacy-protocols/how-to-authenticate-an-imap-pop-smtp-application-by-using-oauth',
      date: '2026-11-24',
    },
  },
};
