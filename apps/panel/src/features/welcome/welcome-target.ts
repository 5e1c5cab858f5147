import { PATHS } from '../../lib/paths.ts';

/** The screens for a domain's records. Spec 1 §2, screens and routes. */
const DOMAIN_VERIFICATION = '/domain-verification';

/**
 * Where the new brand's Continue leads: to the mailboxes if mail for the domain arrives, else to the missing records
 * (Spec 1 §2, welcome popups). Null if the records haven't been read, so that nobody is sent to repair what may be right.
 */
export const welcomeTarget = (mxVerified: boolean | null): string =>
  mxVerified === false ? DOMAIN_VERIFICATION : PATHS.mailboxes;

/** What a domain admin does first: create the first mailbox, or open the list. */
export const firstAction = (mailboxes: number): 'create' | 'open' => (mailboxes === 0 ? 'create' : 'open');
