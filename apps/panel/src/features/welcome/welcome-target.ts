import { PATHS } from '../../lib/paths.ts';

/** Where a domain's records are looked at and set. Spec 1 §2, screens and routes. */
const DOMAIN_VERIFICATION = '/domain-verification';

/**
 * Where the new brand's Continue leads: to the mailboxes when mail for the domain arrives, else to what is missing for it
 * (Spec 1 §2, welcome popups). Null: the records haven't been read, and nobody is sent to repair what may be right.
 */
export const welcomeTarget = (mxVerified: boolean | null): string =>
  mxVerified === false ? DOMAIN_VERIFICATION : PATHS.mailboxes;

/** What a domain admin does first: make the first mailbox, or look at those there are. */
export const firstAction = (mailboxes: number): 'create' | 'open' => (mailboxes === 0 ? 'create' : 'open');
