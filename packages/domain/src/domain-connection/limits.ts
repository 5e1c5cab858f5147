/** How long ownership may stay unproven after a mail order was bought; then the order is cancelled. Spec 2 §9. */
export const OWNERSHIP_PROOF_DAYS = 14;

/** A domain that was checked less than this long ago isn't checked again: the last result is shown. */
export const RECHECK_PAUSE_SECONDS = 5;
