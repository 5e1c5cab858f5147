import type { SourceSignIns } from '@postern/adapter-mail-source/sign-in-port';

/** Google's sign-in as a script, where nobody signs in: for examples and for rows. The tests of sign-ins use a real provider. */
export const scriptedSignIns = (email: string): SourceSignIns => ({
  offered: [{ provider: 'google', host: 'imap.gmail.com', port: 993 }],
  begin: async (_provider, { state, loginHint, redirectUri }) => {
    const url = new URL('https://accounts.google.com/o/oauth2/v2/auth');
    url.search = new URLSearchParams({ redirect_uri: redirectUri, login_hint: loginHint, state }).toString();
    return { url: url.href, verifier: 'verifier', nonce: 'nonce' };
  },
  complete: async () => ({
    tokens: { accessToken: 'access', refreshToken: 'refresh', validSeconds: 3_600 },
    addresses: [email],
  }),
  refresh: async () => ({ accessToken: 'access', refreshToken: 'refresh', validSeconds: 3_600 }),
  revoke: async () => {},
});
