import { allowed, type Refusal, refused, type Verdict } from '../verdict/index.ts';

/** The facts that decide whether a piece of an add-on may go to a mailbox, or leave one. */
export type Assignment = {
  /** The mailbox that has the piece now; null: the piece is free. `storedMb` is its mail, `roomMb` its storage without the piece. */
  from: { hasPiece: boolean; storedMb: number; roomMb: number } | null;
  /** The mailbox that gets it; null: it stays free. */
  to: { hasSameType: boolean } | null;
  /** Pieces of this add-on that no mailbox has. */
  freePieces: number;
  /** Whether a mailbox may have several of them. */
  stacks: boolean;
};

export type AssignAddOnRefusal =
  | Refusal<'NOT_FOUND', Record<never, never>>
  | Refusal<'ADDON_ALL_IN_USE', Record<never, never>>
  | Refusal<'ADDON_ALREADY_THERE', Record<never, never>>
  | Refusal<'STORED_MAIL_TOO_LARGE', Record<never, never>>;

/**
 * Whether a piece of an add-on may be given to a mailbox, moved to another, or taken back. The mailbox that loses it must still have room
 * for its mail.
 */
export function canAssignAddOn({ from, to, freePieces, stacks }: Assignment): Verdict<AssignAddOnRefusal> {
  if (from !== null && !from.hasPiece) return refused('NOT_FOUND', {});
  if (from === null && freePieces < 1) return refused('ADDON_ALL_IN_USE', {});
  if (to?.hasSameType && !stacks) return refused('ADDON_ALREADY_THERE', {});
  if (from !== null && from.storedMb > from.roomMb) return refused('STORED_MAIL_TOO_LARGE', {});
  return allowed;
}
