import type { PATHS } from '../lib/paths.ts';
import type { SessionItems } from '../lib/session/session-store.ts';

// Written out, because importing them would bring in all paths.
export const MAILBOXES: typeof PATHS.mailboxes = '/email-accounts';
export const SIGN_IN: readonly string[] = ['/' satisfies typeof PATHS.login, '/login'];

type EarlyCall = { method: 'GET' | 'POST'; url: string; body?: string };

/**
 * The first calls of a screen behind the sign-in. Their addresses are written out, because the contract's shapes are too much code for the
 * page's head; a test compares them with what the screens ask.
 */
export function earlyCalls(path: string, search: string, session: SessionItems): EarlyCall[] {
  const { bundleId, domain, role, isDomainAdmin } = session;
  if (!bundleId || !domain) return [];
  const bundle = new URLSearchParams({ bundleId });
  const read = (address: string, more = ''): EarlyCall => ({ method: 'GET', url: `${address}?${bundle}${more}` });
  const basics: EarlyCall[] = [
    { method: 'POST', url: `/panel/bundle/list?${bundle}`, body: JSON.stringify({ entitiesToInclude: ['orders'] }) },
    read('/panel/billing/get-current-plan', `&${new URLSearchParams({ domainName: domain })}`),
  ];
  // A mailbox without admin rights has another home, and may read none of this.
  if (role === 'accountAdmin' && isDomainAdmin !== 'true') return basics;
  if (path !== MAILBOXES || search !== '') return basics;
  return [
    ...basics,
    read('/panel/account/email/list', '&limit=100'),
    read('/panel/first-steps'),
    read('/panel/dns-config'),
  ];
}
