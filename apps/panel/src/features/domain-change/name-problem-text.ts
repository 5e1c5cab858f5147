import type { MessageKey } from '../../lib/i18n/message-key.ts';

/** The text for each code with which the rule refuses a name. Spec 2 §8, domain change. */
const PROBLEMS = {
  DOMAIN_REQUIRED: 'domainChange.problem.required',
  DOMAIN_UNCHANGED: 'domainChange.problem.unchanged',
  DOMAIN_HAS_PROTOCOL: 'domainChange.problem.protocol',
  DOMAIN_IS_SUBDOMAIN: 'domainChange.problem.subdomain',
  DOMAIN_IS_SHARED: 'domainChange.problem.shared',
  DOMAIN_IS_SUFFIX: 'domainChange.problem.unavailable',
  TOO_MANY_FORMER_DOMAINS: 'domainChange.problem.often',
  DOMAIN_TAKEN: 'domainChange.problem.taken',
  DOMAIN_NOT_REGISTERED: 'domainChange.problem.unregistered',
  LOOKUP_TIMEOUT: 'domainChange.problem.unverified',
} as const satisfies Record<string, MessageKey>;

/** The text for a refused name; every name that isn't a valid domain name gets the same one. */
export const problemText = (code: string): MessageKey =>
  code in PROBLEMS ? PROBLEMS[code as keyof typeof PROBLEMS] : 'domainChange.problem.invalid';
