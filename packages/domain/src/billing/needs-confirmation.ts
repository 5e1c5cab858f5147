/** What a gateway says when the bank wants the card's owner to confirm a charge that was made while they were away. */
const CODES: readonly string[] = ['authentication_required', 'authentication_not_handled', 'requires_action'];

/**
 * Whether a renewal failed because the bank asks for the card's owner. Nothing is wrong with the card: a payment that its owner makes and
 * confirms goes through. `declineCode` is that of the last try, in the gateway's words. Rule L-03.
 */
export const needsConfirmation = (declineCode: string | null): boolean =>
  declineCode !== null && CODES.includes(declineCode);
