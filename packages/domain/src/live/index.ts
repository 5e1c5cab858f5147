export { mayHearOfChange } from './may-hear-of-change.ts';
export type { Listener } from './may-hear-of-change.ts';
