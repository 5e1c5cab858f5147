/** From when on a mail order was bought, so long may ownership stay unproven; then the order is cancelled. Spec 2 §9. */
export const OWNERSHIP_PROOF_DAYS = 14;

/** A domain that was looked at this short a while ago is not looked at again: what was found then is shown. */
export const RECHECK_PAUSE_SECONDS = 5;

/** A plan is of its moment: after this long another one is made. */
export const ZONE_PLAN_HOURS = 24;
