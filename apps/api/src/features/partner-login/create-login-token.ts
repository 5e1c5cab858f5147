import type { createLoginToken as operation } from '@postern/contract/partner-login';
import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import { isEmailAddress, normaliseEmailAddress, parseDomainName } from '@postern/domain/addresses';
import { writePartnerAudit } from '../../db/audit.ts';
import type { Database } from '../../db/client.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { PartnerContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { panelUrlOf } from '../partners/public.ts';
import { makeEntryToken } from './entry-tokens.ts';
import { findVouched } from './find-vouched.ts';

const VALID_SECONDS = 5 * 60;

/** Makes a token for a person in a domain of one of the partner's customers. */
export async function createLoginToken(
  deps: { db: Database; clock: Clock; publicUrl: string },
  { partner }: PartnerContext,
  input: ParsedInputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { partnerId } = partner;
  const { domainName, email } = readNames(input);
  const panelUrl = await panelUrlOf(deps, partnerId);
  return deps.db.asSystem(async (tx) => {
    const vouched = await findVouched(tx, partnerId, { domainName, email, isCustomer: false });
    if (vouched === 'suspended') throw new PanelError('NOT_AUTHORIZED', { reason: 'SUSPENDED' });
    if (typeof vouched === 'string') throw new PanelError('NOT_FOUND');
    const { customerId, bundleId } = vouched;
    const now = deps.clock.now();
    const whom = { kind: 'login', partnerId, customerId, bundleId, email } as const;
    const { token, expiresAt } = await makeEntryToken(tx, whom, { now, validSeconds: VALID_SECONDS });
    const attrs = { keyId: partner.keyId, domainName, customerId };
    await writePartnerAudit(tx, deps.clock, { partnerId, actor: 'partner', action: 'login-token.created', attrs });
    return { token, expiresAt: expiresAt.toISOString(), url: addressOf(panelUrl, partnerId, token, input) };
  });
}

/** @throws PanelError naming the field that is no domain name or no email address. */
function readNames(input: { domainName: string; email: string }): { domainName: string; email: string } {
  const domain = parseDomainName(input.domainName);
  const email = normaliseEmailAddress(input.email);
  const problems = [
    ...(domain.ok ? [] : [{ path: 'domainName', code: domain.code, message: 'Send a domain name.' }]),
    ...(isEmailAddress(email) ? [] : [{ path: 'email', code: 'EMAIL_MALFORMED', message: 'Send an email address.' }]),
  ];
  if (!domain.ok || problems.length > 0) throw invalid(problems);
  return { domainName: domain.value, email };
}

function addressOf(
  panelUrl: string,
  partnerId: number,
  token: string,
  { domainName, section, action }: ParsedInputOf<typeof operation>,
): string {
  const url = new URL('/autoLogin', panelUrl);
  const query = { token, domain: domainName, partnerId: String(partnerId), section, action };
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
