import { MailSourceError, type SourceSession } from '@postern/adapter-mail-source/port';
import { SignInError } from '@postern/adapter-mail-source/sign-in-port';
import { SIGN_IN_NAMES, type SignInProvider } from '@postern/domain/mail-import';
import { type Run, step } from './engine-context.ts';
import { openSecret, sealSecret, type Tokens, toTokens } from './import-secret.ts';
import { accountOf } from './resume-import.ts';

/** A token that expires within this time isn't used. */
const SPARE_MILLIS = 60_000;

/** Signs in at an import's source, with its password or its access. Null if it has neither. */
export async function connectSource(run: Run): Promise<SourceSession | null> {
  const { sealer, mailSource } = run.deps;
  const secret = openSecret(sealer, run.row);
  if (secret === null) return null;
  if ('password' in secret) return mailSource.connect({ ...accountOf(run.row), password: secret.password });
  return connectWithTokens(run, secret);
}

type Access = { provider: SignInProvider; tokens: Tokens };

async function connectWithTokens(run: Run, access: Access): Promise<SourceSession> {
  const { mailSource, clock } = run.deps;
  const isFresh = Date.parse(access.tokens.expiresAt) - SPARE_MILLIS > clock.now().getTime();
  const connect = ({ accessToken }: Tokens) => mailSource.connect({ ...accountOf(run.row), accessToken });
  if (!isFresh) return connect(await renew(run, access));
  return connect(access.tokens).catch(async (error: unknown) => {
    // A provider may end a token before its time. Only one that is new and refused says that the access is over.
    if (!(error instanceof MailSourceError) || error.kind !== 'auth_failed') throw error;
    return connect(await renew(run, access));
  });
}

/** Gets new tokens, and keeps them before they are used: some providers accept a refresh token only once. */
async function renew(run: Run, { provider, tokens }: Access): Promise<Tokens> {
  const { signIns, sealer, clock } = run.deps;
  const fresh = await signIns.refresh(provider, tokens.refreshToken).catch((error: unknown) => {
    throw error instanceof SignInError ? toSourceError(provider, error) : error;
  });
  const renewed = toTokens(fresh, clock.now());
  await step(run, async () => sealSecret(sealer, run.row, { provider, tokens: renewed }));
  return renewed;
}

/** A refused renewal is to an import what a wrong password is; a provider that doesn't answer is asked again later. */
const toSourceError = (provider: SignInProvider, { kind }: SignInError): MailSourceError =>
  kind === 'unavailable'
    ? new MailSourceError('unreachable', `The sign-in of ${SIGN_IN_NAMES[provider]} does not answer.`)
    : new MailSourceError('auth_failed', `${SIGN_IN_NAMES[provider]} has ended the access.`);
