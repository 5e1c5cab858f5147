import type { startImportSignIn as operation } from '@postern/contract/mail-import-sign-in';
import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import { mayImport, SIGN_IN_MINUTES, SIGN_INS_OF_CUSTOMER } from '@postern/domain/mail-import';
import { assertMay } from '../../../http/assert-may.ts';
import { countAttempt } from '../../../http/limit-attempts.ts';
import { invalid, PanelError } from '../../../http/panel-error.ts';
import type { ImportContext } from '../../../http/request-context.ts';
import { newId } from '../../../runtime/ids.ts';
import { hashToken, newToken } from '../../../secrets/tokens.ts';
import { panelOriginOn } from '../../partners/public.ts';
import { readableImport } from '../import-access.ts';
import { orUnreachable } from './or-unreachable.ts';
import { insertSignIn } from './sign-in-repository.ts';
import { isServerOf, type SignInDeps } from './use-sign-in.ts';

type StartDeps = SignInDeps & { publicUrl: string };
type Input = ParsedInputOf<typeof operation>;

const MINUTE_MILLIS = 60_000;

/** Where providers send people back to. It is registered there. */
export const SIGN_IN_PATH = '/import-sign-in';

/**
 * Begins a sign-in at a provider. Two secrets hold it together: the `state`, which the provider repeats, and the `browserSecret`, which
 * only the browser whose panel called this gets. So nobody can begin a sign-in and have someone else finish it: an answer counts only with
 * both.
 */
export async function startImportSignIn(
  deps: StartDeps,
  context: ImportContext,
  input: Input,
): Promise<OutputOf<typeof operation>> {
  const { actor } = context;
  assertMay(mayImport(actor.role));
  const { provider } = input;
  const remoteEmail = input.remoteEmail.trim();
  if (remoteEmail === '')
    throw invalid([{ path: 'remoteEmail', code: 'REQUIRED', message: 'Enter the address at the old server.' }]);
  if (!deps.signIns.offered.some((one) => one.provider === provider))
    throw invalid([{ path: 'provider', code: 'NOT_SET_UP', message: 'Sign-in at this provider is not set up here.' }]);
  await assertOfLink(deps, context, { ...input, remoteEmail });
  await countAttempt(deps, [`import-sign-in/customer/${actor.customerId}`], SIGN_INS_OF_CUSTOMER);
  const origin = await originOf(deps, input.panelOrigin);
  const redirectUri = new URL(SIGN_IN_PATH, origin).href;
  const [state, browserSecret] = [newToken(), newToken()];
  const begun = await orUnreachable(deps.signIns.begin(provider, { state, loginHint: remoteEmail, redirectUri }));
  const now = deps.clock.now();
  const { customerId, bundleId, tokenHash: startedBy } = actor;
  const signInId = newId(now);
  const checks = JSON.stringify({ verifier: begun.verifier, nonce: begun.nonce });
  const expiresAt = new Date(now.getTime() + SIGN_IN_MINUTES * MINUTE_MILLIS);
  await deps.db.asTenant(customerId, (tx) =>
    insertSignIn(tx, {
      ...{ customerId, bundleId, signInId, startedBy, provider, remoteEmail, redirectUri, expiresAt },
      ...{ stateHash: hashToken(state), browserHash: hashToken(browserSecret), state: 'waiting', createdAt: now },
      sealedChecks: deps.sealer.seal(checks, boundTo(customerId, signInId)),
    }),
  );
  return { signInId, url: begun.url, browserSecret, expiresAt: expiresAt.toISOString() };
}

/** What the checks of a sign-in are sealed for. */
export const boundTo = (customerId: string, signInId: string): string => `import-sign-in/${customerId}/${signInId}`;

/** The holder of a mailed link signs in to the account of its import, and to no other. */
async function assertOfLink(
  { db, signIns }: StartDeps,
  context: ImportContext,
  { provider, remoteEmail }: Pick<Input, 'provider' | 'remoteEmail'>,
): Promise<void> {
  const { importTaskId } = context;
  if (importTaskId === null) return;
  const row = await db.asTenant(context.actor.customerId, (tx) => readableImport(tx, context, importTaskId));
  if (remoteEmail !== row.remoteEmail || !isServerOf(signIns, provider, row))
    throw new PanelError('NOT_AUTHORIZED', { reason: 'OTHER_IMPORT' });
}

/** The panel's origin that the browser has open: its public address, or a registered host of a partner. */
async function originOf(deps: StartDeps, wanted: string | undefined): Promise<string> {
  if (wanted === undefined || !URL.canParse(wanted)) return deps.publicUrl;
  return (await panelOriginOn(deps, new URL(wanted).hostname)) ?? deps.publicUrl;
}
