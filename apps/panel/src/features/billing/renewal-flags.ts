/** The flags of an address that open a dialog; a button sets them, too, so that Back closes it. Spec 1 §4, Internal redirect. */
export const RENEWAL_FLAGS = { cycle: 'change-billing-cycle', date: 'changeRenewalDate' } as const;
