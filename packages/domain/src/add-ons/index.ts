// Which mailbox has which add-on. What add-ons cost is in the rules of billing.
export { addOnStatus, type PieceStatus } from './add-on-status.ts';
export { canAssignAddOn } from './can-assign-add-on.ts';
export { endPieces } from './end-pieces.ts';
