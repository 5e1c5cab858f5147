import { writeFile } from 'node:fs/promises';
import { writeAudit } from '../../db/audit.ts';
import { type CommandDeps, CommandError, type Options, textOption } from '../../feature/command.ts';
import { findCustomer, reasonOption } from './find-customer.ts';
import { countHeldRows } from './held-data-repository.ts';
import { writeExport } from './write-export.ts';

export type Exported = {
  customerId: string;
  email: string;
  rows: Record<string, number>;
  file: string | null;
  bytes: number;
};

/** Writes the archive, if the operator gives a reason. Otherwise it only says what it would hold. Throws UsageError, CommandError. */
export async function exportCustomerToFile({ db, clock, config }: CommandDeps, options: Options): Promise<Exported> {
  const file = textOption(options, 'archive');
  const reason = reasonOption(options);
  const { customerId, email } = await findCustomer(db, options);
  const rows = await db.asSystem((tx) => countHeldRows(tx, customerId));
  if (reason === null) return { customerId, email, rows, file: null, bytes: 0 };
  const archive = await db.asSystem(async (tx) => {
    const what = { action: 'customer.exported' as const, target: email, attrs: { reason } };
    await writeAudit(tx, clock, { customerId, bundleId: null, actor: 'cli', ...what });
    return writeExport(tx, customerId, clock.now());
  });
  await writeFile(file, archive, { flag: 'wx', mode: 0o600 }).catch((error: { code?: string }) => {
    if (error.code === 'EEXIST') throw new CommandError('FILE_EXISTS', `${file} already exists. Choose another name.`);
    // The running server writes the file as its own user, which may lack the rights here.
    if (['EACCES', 'EROFS', 'ENOENT'].includes(error.code ?? ''))
      throw new CommandError('NOT_WRITABLE', `The server can't write ${file}. Name a file in ${config.dataDir}.`);
    throw error;
  });
  return { customerId, email, rows, file, bytes: archive.length };
}
