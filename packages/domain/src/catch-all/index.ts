export { mayWithCatchAll } from './catch-all-permissions.ts';
