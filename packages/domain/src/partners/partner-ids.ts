/** Partner ids that the specification gives a meaning, by environment. Spec 1 §9. */
export const PARTNER_IDS = {
  /** The provider's own partner: 54 in production, 71 in development and stage. */
  defaultBrand: { production: 54, stage: 71 },
  domainRegistrar: { production: 61, stage: 66 },
  resellers: [72, 116],
} as const;
