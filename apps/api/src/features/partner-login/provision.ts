import type {
  createProvisionCode as toCreate,
  exchangeProvisionCode as toExchange,
} from '@postern/contract/partner-login';
import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import { siteAddress } from '@postern/domain/partner-login';
import { writePartnerAudit } from '../../db/audit.ts';
import type { Database } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { PartnerContext, SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { newToken } from '../../secrets/tokens.ts';
import { findPartner, listOrigins } from '../partners/public.ts';
import { findCustomer, startSession } from '../session/public.ts';
import type { SignInPlace } from '../sign-in-history/public.ts';
import { hasActiveOrder } from '../subscriptions/public.ts';
import { challengeVouched, type FactorDeps } from '../two-factor/public.ts';
import { findEntryToken, makeEntryToken, spendEntryToken } from './entry-tokens.ts';

const VALID_SECONDS = 60;

type Deps = { db: Database; clock: Clock };

/** Makes the code with which the customer arrives at the partner's sign-up site. Nothing about the customer is in the address. */
export async function createProvisionCode(
  deps: Deps & FactorDeps,
  { actor }: SessionContext,
  { domain, redirect }: ParsedInputOf<typeof toCreate>,
): Promise<OutputOf<typeof toCreate>> {
  if (actor.mailboxId !== null) throw new PanelError('NOT_AUTHORIZED');
  // The provision code is worth a session. A person who asks for a second factor even from the partner doesn't give that away.
  if ((await deps.db.asSystem((tx) => challengeVouched(tx, deps, actor))) !== null)
    throw new PanelError('NOT_AUTHORIZED', { reason: 'CODE_WANTED' });
  const { partnerId, customerId, bundleId, email } = actor;
  const [partner, origins] = await Promise.all([
    findPartner(deps.db.global, partnerId),
    listOrigins(deps.db.global, partnerId),
  ]);
  const site = partner?.urls.signUp ?? null;
  if (site === null) throw new PanelError('NOT_FOUND');
  const whom = { kind: 'provision', partnerId, customerId, bundleId, email } as const;
  const now = deps.clock.now();
  const { token } = await deps.db.asSystem((tx) => makeEntryToken(tx, whom, { now, validSeconds: VALID_SECONDS }));
  return { url: siteAddress(site, origins, { code: token, domain, redirect }) };
}

/** Tells the partner's server who came with a code, once. */
export async function exchangeProvisionCode(
  deps: Deps,
  { partner, ...place }: PartnerContext & SignInPlace,
  { code }: { code: string },
): Promise<OutputOf<typeof toExchange>> {
  const now = deps.clock.now();
  return deps.db.asSystem(async (tx) => {
    const row = await findEntryToken(tx, 'provision', code, now);
    if (typeof row === 'string' || row.partnerId !== partner.partnerId) throw new PanelError('INVALID_TOKEN');
    if (!(await spendEntryToken(tx, row.tokenHash, now))) throw new PanelError('INVALID_TOKEN');
    const { partnerId, customerId, bundleId } = row;
    const found = await findCustomer(tx, customerId);
    if (found === null) throw new PanelError('INVALID_TOKEN');
    const { name, email } = found;
    const hasActiveOrders = await hasActiveOrder(tx, customerId);
    const login = await startSession(tx, deps.clock, {
      ...{ customerId, bundleId, partnerId, mailboxId: null, role: 'domainAdmin', email, place, token: newToken() },
      ...{ source: 'token', method: 'partnerLink' },
    });
    const attrs = { keyId: partner.keyId, customerId };
    await writePartnerAudit(tx, deps.clock, { partnerId, actor: 'partner', action: 'provision-code.used', attrs });
    const tokenExpiresAt = new Date(login.expiryEpochTimestamp).toISOString();
    return { customerId, name, email, hasActiveOrders, token: login.token, tokenExpiresAt };
  });
}
