/** How many pieces of an add-on have ended with their mailboxes, by the add-on's id. */
export type EndedPieces = ReadonlyMap<string, number>;

/** The add-ons that remain after mailboxes are deleted, since each mailbox's pieces end with it. Spec 2 §4, delete dialog. */
export const endPieces = <T extends { addOnId: string; quantity: number }>(
  addOns: readonly T[],
  ended: EndedPieces,
): T[] =>
  addOns.flatMap((addOn) => {
    const quantity = addOn.quantity - (ended.get(addOn.addOnId) ?? 0);
    return quantity > 0 ? [quantity === addOn.quantity ? addOn : { ...addOn, quantity }] : [];
  });
