import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

type Answer = { status: number; location: string };

/** An OpenID provider on this machine, as Google's and Microsoft's are elsewhere. */
export type SignInProviderServer = AsyncDisposable & {
  issuer: string;
  /** Which account signs in; by default the one that the panel hinted at. */
  account: string | null;
  /** Whether the person refuses, or leaves out the access to the mailbox. */
  denies: boolean;
  leavesOutMail: boolean;
  /** Whether it accepts calls for tokens and never replies to them. */
  isSilent: boolean;
  /** The calls for tokens so far: their fields, without secrets of the client. */
  tokenCalls: URLSearchParams[];
  /** How many tokens were ended by a call. */
  revocations: number;
  /** Whether it gave this access token to this account, and it hasn't ended. */
  knows: (account: string, accessToken: string) => Promise<boolean>;
  /** Ends all accesses that it gave, as an owner can in the settings there. */
  endAll: () => Promise<void>;
  /** Goes where a browser goes from this address, and returns the one that leads back to the panel. */
  follow: (url: string) => Promise<URL>;
};

type Options = {
  clientId: string;
  clientSecret: string;
  redirectUris: string[];
  mailScopes: string[];
  /** Where it listens; anywhere by default. */
  port?: number;
};

/** Starts `oidc-provider` with one client. Its sign-in page has no form: opening it signs in. */
export async function startSignInProvider(options: Options): Promise<SignInProviderServer> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const http = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => http.listen(options.port ?? 0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configurationOf(options));
  const given: { destroy: () => Promise<void> }[] = [];
  for (const event of ['access_token.saved', 'refresh_token.saved']) provider.on(event, (token) => given.push(token));
  const server: SignInProviderServer = {
    ...{ issuer, account: null, denies: false, leavesOutMail: false, isSilent: false, tokenCalls: [], revocations: 0 },
    knows: async (account, accessToken) => {
      const found = await provider.AccessToken.find(accessToken);
      return found !== undefined && !found.isExpired && found.accountId === account;
    },
    endAll: async () => {
      for (const token of given.splice(0)) await token.destroy().catch(() => {});
    },
    follow: (url) => follow(url, options.redirectUris),
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  const answer = provider.callback();
  handle = (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer);
    if (pathname.startsWith('/interaction/')) void interact(provider, server, options, request, response);
    else if (pathname === '/token') void takeTokenCall(server, request, response, answer);
    else {
      if (pathname === '/token/revocation') server.revocations += 1;
      answer(request, response);
    }
  };
  return server;
}

const configurationOf = ({ clientId, clientSecret, redirectUris, mailScopes }: Options) => ({
  clients: [
    {
      ...{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris },
      ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  scopes: ['openid', 'offline_access', ...mailScopes],
  claims: { openid: ['sub'], email: ['email'], profile: ['preferred_username'] },
  conformIdTokenClaims: false,
  findAccount: (_context: unknown, accountId: string) => ({
    accountId,
    claims: () => ({ sub: accountId, email: accountId, preferred_username: accountId }),
  }),
  // Google gives one without offline_access.
  issueRefreshToken: () => true,
  pkce: { required: () => true },
  features: {
    devInteractions: { enabled: false },
    revocation: { enabled: true, allowedPolicy: () => true },
  },
  interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  ttl: { AccessToken: 3600, Grant: 86_400, Interaction: 600, RefreshToken: 86_400, Session: 600, IdToken: 600 },
  cookies: { keys: ['test'] },
});

async function interact(
  provider: Provider,
  server: SignInProviderServer,
  { clientId, mailScopes }: Options,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (server.denies) return provider.interactionFinished(request, response, { error: 'access_denied' });
  const accountId = server.account ?? params['login_hint'] ?? 'nobody@provider.test';
  if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId } });
  const grant = new provider.Grant({ accountId: session?.accountId ?? accountId, clientId });
  for (const scope of (params['scope'] ?? '').split(' '))
    if (server.leavesOutMail && mailScopes.includes(scope)) grant.rejectOIDCScope(scope);
    else grant.addOIDCScope(scope);
  const consent = { consent: { grantId: await grant.save() } };
  return provider.interactionFinished(request, response, consent, { mergeWithLastSubmission: true });
}

async function takeTokenCall(
  server: SignInProviderServer,
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts).toString();
  server.tokenCalls.push(new URLSearchParams(body));
  if (server.isSilent) return;
  // It was read here, and oidc-provider takes it from here.
  Object.assign(request, { body });
  answer(request, response);
}

/** A browser that follows redirects and keeps cookies until it gets to the panel. */
async function follow(start: string, redirectUris: readonly string[]): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let step = 0; step < 20; step += 1) {
    const { location } = await visit(url, cookies);
    const next = new URL(location, url);
    if (redirectUris.includes(`${next.origin}${next.pathname}`)) return next;
    url = next.href;
  }
  throw new Error('the provider never sent the browser back');
}

async function visit(url: string, cookies: Map<string, string>): Promise<Answer> {
  const response = await fetch(url, {
    redirect: 'manual',
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  });
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    cookies.set(name, value);
  }
  const location = response.headers.get('location');
  if (location === null)
    throw new Error(`${new URL(url).pathname} answered ${response.status}: ${await response.text()}`);
  return { status: response.status, location };
}
