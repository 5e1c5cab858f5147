import type { MessageKey } from '../../lib/i18n/message-key.ts';

/** What stands against a name, by the rule's code. Spec 2 §8, domain change. */
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
} as const satisfies Record<string, MessageKey>;

/** The text of a refused name; one that is no domain name at all is told alike, whatever is wrong with it. */
export const problemText = (code: string): MessageKey =>
  code in PROBLEMS ? PROBLEMS[code as keyof typeof PROBLEMS] : 'domainChange.problem.invalid';
