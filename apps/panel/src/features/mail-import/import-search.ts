/** What the address of the screen says: the list, a new import (`?new=`), or one import (`?task=`). */
export type ImportSearch = { new?: string; mailbox?: string; again?: string; task?: string };
