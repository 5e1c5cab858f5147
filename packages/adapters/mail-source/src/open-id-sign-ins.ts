import type { SignInProvider } from '@postern/domain/mail-import';
import type { Configuration, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client';
import { PUBLISHED_SIGN_INS } from './sign-in-providers.ts';
import { type NewTokens, SignInError, type SourceSignIns } from './sign-in-port.ts';

type Client = { provider: SignInProvider; clientId: string; clientSecret: string };

export type SignInOptions = {
  clients: readonly Client[];
  /** Another issuer and mail server than the published ones, for a test or a rehearsal. */
  standIn?: { issuer: string; host: string; port: number } | null;
  timeoutSeconds?: number;
};

const TIMEOUT_SECONDS = 10;
/** How long a token counts as valid if the provider doesn't tell. Longer ones are renewed too early, which costs a call. */
const UNTOLD_SECONDS = 600;
/** Its discovery document is read again after this time. */
const DISCOVERED_MILLIS = 24 * 3_600_000;

// Most processes never sign in anywhere, so it is loaded by the first one that does.
const load = () => import('openid-client');
type OpenId = Awaited<ReturnType<typeof load>>;

/** Sign-ins at Google and Microsoft, with `openid-client`. */
export function openIdSignIns({
  clients,
  standIn = null,
  timeoutSeconds = TIMEOUT_SECONDS,
}: SignInOptions): SourceSignIns {
  const known = new Map<SignInProvider, { config: Configuration; since: number }>();
  const setUp = async (openId: OpenId, provider: SignInProvider): Promise<Configuration> => {
    const found = known.get(provider);
    if (found !== undefined && performance.now() - found.since < DISCOVERED_MILLIS) return found.config;
    const client = clients.find((one) => one.provider === provider);
    if (client === undefined) throw new SignInError('unavailable', `${provider} is not set up.`);
    const issuer = new URL(standIn?.issuer ?? PUBLISHED_SIGN_INS[provider].issuer);
    // Only a test provider on this machine speaks plain http.
    const execute = issuer.protocol === 'http:' ? [openId.allowInsecureRequests] : [];
    const config = await openId.discovery(issuer, client.clientId, client.clientSecret, undefined, {
      ...{ timeout: timeoutSeconds, execute },
    });
    known.set(provider, { config, since: performance.now() });
    return config;
  };
  const ask = async <T>(
    provider: SignInProvider,
    make: (openId: OpenId, config: Configuration) => Promise<T> | T,
  ): Promise<T> => {
    const openId = await load();
    try {
      return await make(openId, await setUp(openId, provider));
    } catch (error) {
      throw toSignInError(openId, error);
    }
  };
  return {
    offered: clients.map(({ provider }) => ({ provider, ...serverOf(provider, standIn) })),
    begin: (provider, { state, loginHint, redirectUri }) =>
      ask(provider, async (openId, config) => {
        const { mailScope, otherScopes, parameters } = PUBLISHED_SIGN_INS[provider];
        const [verifier, nonce] = [openId.randomPKCECodeVerifier(), openId.randomNonce()];
        const url = openId.buildAuthorizationUrl(config, {
          ...{ redirect_uri: redirectUri, scope: `${otherScopes} ${mailScope}`, state, nonce, ...parameters },
          ...{ code_challenge: await openId.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
          login_hint: loginHint,
        });
        return { url: url.href, verifier, nonce };
      }),
    complete: (provider, { url, state, verifier, nonce }) =>
      ask(provider, async (openId, config) => {
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
        const answer = await openId.authorizationCodeGrant(config, url, checks);
        const { mailScope } = PUBLISHED_SIGN_INS[provider];
        // At Google a person may untick single permissions.
        if (answer.scope !== undefined && !answer.scope.split(' ').some((one) => isScope(one, mailScope)))
          throw new SignInError('denied', 'the access to the mailbox was not given');
        const { email, preferred_username: name }: Record<string, unknown> = answer.claims() ?? {};
        const addresses = [email, name].filter((one) => typeof one === 'string');
        return { tokens: tokensOf(answer, null), addresses };
      }),
    refresh: (provider, refreshToken) =>
      ask(provider, async (openId, config) =>
        tokensOf(await openId.refreshTokenGrant(config, refreshToken), refreshToken),
      ),
    revoke: (provider, refreshToken) =>
      ask(provider, (openId, config) => openId.tokenRevocation(config, refreshToken)).catch((error: unknown) => {
        // It was ended before, by its owner.
        if (!(error instanceof SignInError) || error.kind !== 'refused') throw error;
      }),
  };
}

const serverOf = (provider: SignInProvider, standIn: SignInOptions['standIn']) =>
  standIn ? { host: standIn.host, port: standIn.port } : PUBLISHED_SIGN_INS[provider].server;

/** Microsoft names its scopes with either of two hosts, in capitals or without. */
const isScope = (one: string, mailScope: string): boolean => {
  const plain = (scope: string) => scope.toLowerCase().replace('outlook.office365.com', 'outlook.office.com');
  return plain(one) === plain(mailScope);
};

function tokensOf(
  answer: TokenEndpointResponse & TokenEndpointResponseHelpers,
  formerRefreshToken: string | null,
): NewTokens {
  const refreshToken = answer.refresh_token ?? formerRefreshToken;
  // It would end after an hour, in the middle of a large mailbox.
  if (refreshToken === null) throw new SignInError('unavailable', 'the provider gave no refresh token');
  return { accessToken: answer.access_token, refreshToken, validSeconds: answer.expires_in ?? UNTOLD_SECONDS };
}

const REFUSED = /^(invalid_grant|invalid_token)$/;
const DENIED = /^(access_denied|consent_required|interaction_required|login_required)$/;

/** An error in the port's words. Of the provider's answer only its error code is kept, as the rest may have what was sent. */
function toSignInError(openId: OpenId, error: unknown): SignInError {
  if (error instanceof SignInError) return error;
  const isAnswer = error instanceof openId.ResponseBodyError || error instanceof openId.AuthorizationResponseError;
  const said = isAnswer ? error.error.replace(/[^\w-]/g, '').slice(0, 60) : codeOf(error);
  const kind = isAnswer && REFUSED.test(said) ? 'refused' : isAnswer && DENIED.test(said) ? 'denied' : 'unavailable';
  return new SignInError(kind, `the provider's sign-in: ${said}`);
}

function codeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  const known = [code, cause?.code].find((one) => typeof one === 'string');
  return typeof known === 'string' ? known : 'no answer';
}
