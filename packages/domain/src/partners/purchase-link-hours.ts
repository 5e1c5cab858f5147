/** How long a partner's purchase links may live unless its setting says otherwise, and the most that the setting may say. ADR 6. */
export const PURCHASE_LINK_HOURS = { default: 24, maximum: 720 } as const;

/** Whether a partner's purchase links may be allowed to live this long. */
export const isPurchaseLinkHours = (hours: number): boolean =>
  Number.isInteger(hours) && hours >= 1 && hours <= PURCHASE_LINK_HOURS.maximum;
