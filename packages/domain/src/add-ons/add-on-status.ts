/** The status of a piece of an add-on, which follows its mailbox's. */
export type PieceStatus = 'active' | 'suspended';

/** An add-on is suspended only if it has suspended attachments and no active ones. Rule A-04. */
export const addOnStatus = (attachments: readonly PieceStatus[]): PieceStatus =>
  attachments.length > 0 && !attachments.includes('active') ? 'suspended' : 'active';
