export { mayWithCatchAll } from './catch-all-permissions.ts';
export type { CatchAllAction } from './catch-all-permissions.ts';
