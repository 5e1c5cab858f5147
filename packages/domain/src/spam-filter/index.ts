export { mayWithSpamFilter } from './spam-filter-permissions.ts';
export { MESSAGE_MAXIMUM_MB, RECOMMENDED_SPAM_LEVEL, SPAM_LEVELS } from './spam-level.ts';
export type { SpamLevel } from './spam-level.ts';
