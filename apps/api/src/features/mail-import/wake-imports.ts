import type { Database } from '../../db/client.ts';

export const IMPORT_SWEEP = 'mail-import';

/** Lets an import begin at once, in whichever process has room. Call it after the commit. */
export const wakeImports = ({ db }: { db: Pick<Database, 'wake'> }): void => db.wake(IMPORT_SWEEP);
