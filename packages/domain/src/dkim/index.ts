export { isRollOverDue } from './is-roll-over-due.ts';
export {
  deleteDkimKey,
  enableDkimKey,
  failDkimKey,
  sortDkimKeys,
  startVerifyingDkimKey,
  verifyDkimKey,
} from './key-list.ts';
export type { DkimKey } from './key-list.ts';
export { DKIM_KEYS_MAXIMUM } from './limits.ts';
export { parseDkimKey } from './parse-dkim-key.ts';
export type { DkimKeyRefusal } from './parse-dkim-key.ts';
export { dkimHost, ed25519Selector, renderDkimKey } from './render-dkim-key.ts';
