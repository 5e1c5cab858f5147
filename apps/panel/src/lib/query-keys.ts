/** The keys of everything that is cached, so that a feature can make another's data stale without importing it. */
export const queryKeys = {
  bundles: ['bundles'] as const,
  currentPlan: (bundleId: string) => ['current-plan', bundleId] as const,
  mailboxes: (bundleId: string) => ['mailboxes', bundleId] as const,
  mailboxList: (bundleId: string, search: string) => ['mailboxes', bundleId, 'list', search] as const,
  purchasePlans: (token: string) => ['purchase-plans', token] as const,
  taxDetails: ['tax-details'] as const,
};
