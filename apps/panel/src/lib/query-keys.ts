/** The keys of everything that is cached, so that a feature can make another's data stale without importing it. */
export const queryKeys = {
  bundles: ['bundles'] as const,
  currentPlan: (bundleId: string) => ['current-plan', bundleId] as const,
  allPlans: (bundleId: string, currency: string) => ['all-plans', bundleId, currency] as const,
  mailboxes: (bundleId: string) => ['mailboxes', bundleId] as const,
  availability: (bundleId: string, email: string) => ['availability', bundleId, email] as const,
  suspensions: (bundleId: string, mailboxId: string) => ['suspensions', bundleId, mailboxId] as const,
  aliases: (bundleId: string, email: string) => ['aliases', bundleId, email] as const,
  mailboxList: (bundleId: string, search: string) => ['mailboxes', bundleId, 'list', search] as const,
  mailboxChoices: (bundleId: string, search: string) => ['mailbox-choices', bundleId, search] as const,
  forwarders: (bundleId: string) => ['forwarders', bundleId] as const,
  catchAll: (bundleId: string) => ['catch-all', bundleId] as const,
  spamFilter: (bundleId: string) => ['spam-filter', bundleId] as const,
  mailServers: (bundleId: string) => ['mail-servers', bundleId] as const,
  purchasePlans: (token: string) => ['purchase-plans', token] as const,
  taxDetails: ['tax-details'] as const,
};
