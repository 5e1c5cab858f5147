import { SignInError } from '@postern/adapter-mail-source/sign-in-port';
import type { finishImportSignIn as operation } from '@postern/contract/mail-import-sign-in';
import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import { canRevoke, isAddressOf, SIGN_IN_KEPT_MINUTES } from '@postern/domain/mail-import';
import { PanelError } from '../../../http/panel-error.ts';
import type { RequestContext } from '../../../http/request-context.ts';
import { hashToken } from '../../../secrets/tokens.ts';
import { sealTokens, toTokens } from '../import-secret.ts';
import { endSignIn, insertRevocation, type SignInRow, takeAnswer } from './sign-in-repository.ts';
import { boundTo } from './start-sign-in.ts';
import type { SignInDeps } from './use-sign-in.ts';

const MINUTE_MILLIS = 60_000;

/**
 * Finishes a sign-in with the provider's answer, for the browser that started it. The answer is used up first, so that a second call with it
 * exchanges nothing. What became of it is told to the page that got the answer, and to the panel that asks. Throws TOKEN_EXPIRED.
 */
export async function finishImportSignIn(
  deps: SignInDeps,
  { log }: RequestContext,
  { answer, browserSecret }: ParsedInputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const state = new URLSearchParams(answer).get('state') ?? '';
  const hashes = { stateHash: hashToken(state), browserHash: hashToken(browserSecret) };
  const row = await deps.db.asSystem((tx) => takeAnswer(tx, hashes, deps.clock.now()));
  if (row === null) throw new PanelError('TOKEN_EXPIRED');
  const outcome = await exchange(deps, row, { answer, state }).catch((error: unknown) => {
    // The error has the provider's code and nothing of the answer.
    log.warn({ err: error, provider: row.provider }, 'sign-in for an import failed');
    const isDenied = error instanceof SignInError && error.kind === 'denied';
    return { state: isDenied ? ('denied' as const) : ('failed' as const), otherEmail: null, sealedTokens: null };
  });
  const { provider, remoteEmail } = row;
  const { sealedTokens, ...told } = outcome;
  const isOther = outcome.state === 'other-account';
  await deps.db.asTenant(row.customerId, async (tx) => {
    const isThere = await endSignIn(tx, row, { ...told, sealedTokens: isOther ? null : sealedTokens });
    // Nobody uses the access to another account.
    if (sealedTokens !== null && (isOther || !isThere)) await handOver(tx, deps, row, sealedTokens);
  });
  const { state: became, otherEmail } = outcome;
  return { provider, state: became, remoteEmail, ...(otherEmail === null ? {} : { otherEmail }) };
}

type Outcome = Pick<SignInRow, 'otherEmail' | 'sealedTokens'> & {
  state: 'done' | 'other-account' | 'denied' | 'failed';
  expiresAt?: Date;
};

async function exchange(
  { signIns, sealer, clock }: SignInDeps,
  row: SignInRow,
  { answer, state }: { answer: string; state: string },
): Promise<Outcome> {
  const { customerId, signInId, provider, remoteEmail, redirectUri, sealedChecks } = row;
  const checks = JSON.parse(sealer.open(sealedChecks ?? '', boundTo(customerId, signInId))) as {
    verifier: string;
    nonce: string;
  };
  const url = new URL(redirectUri);
  url.search = answer;
  const { tokens: fresh, addresses } = await signIns.complete(provider, { url, state, ...checks });
  const now = clock.now();
  const tokens = toTokens(fresh, now);
  const sealedTokens = sealTokens(sealer, customerId, signInId, tokens);
  if (!isAddressOf(remoteEmail, addresses))
    return { state: 'other-account', otherEmail: addresses[0] ?? null, sealedTokens };
  // Never longer than its access token, so that nobody has to renew one that no import uses yet.
  const kept = Math.min(
    now.getTime() + SIGN_IN_KEPT_MINUTES * MINUTE_MILLIS,
    Date.parse(tokens.expiresAt) - MINUTE_MILLIS,
  );
  return { state: 'done', otherEmail: null, sealedTokens, expiresAt: new Date(kept) };
}

/** Lets tokens that nobody uses be ended at their provider, if it can do that. */
export async function handOver(
  tx: Parameters<typeof insertRevocation>[0],
  { clock }: Pick<SignInDeps, 'clock'>,
  { customerId, bundleId, signInId: ownerId, provider, remoteEmail }: SignInRow,
  sealedTokens: string,
): Promise<void> {
  if (!canRevoke(provider)) return;
  await insertRevocation(tx, { customerId, bundleId, provider, remoteEmail, ownerId, sealedTokens }, clock.now());
}
