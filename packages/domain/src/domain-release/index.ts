export { type ReleaseReason, releaseDueMillis } from './release-due.ts';
