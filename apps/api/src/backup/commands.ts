import { type Command, textOption } from '../feature/command.ts';
import { throughPooler } from './backup-file.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const MEGABYTE = 1_000_000;

export const backupCommands: Record<string, Command> = {
  backup: {
    usage:
      "FILE   save the database, the stored mail and the sandbox gateway's ledger to one file while the server runs",
    options: [],
    positionals: ['archive'],
    paths: ['archive'],
    run: ({ db, clock, config }, options) =>
      writeBackup({ db, dataDir: config.dataDir, now: clock.now(), file: textOption(options, 'archive') }),
    print: ({ file, bytes }: { file: string; bytes: number }) => `${file}: ${(bytes / MEGABYTE).toFixed(1)} MB.`,
  },
  restore: {
    usage: 'FILE   restore a backup into an empty data folder and database; stop the server first',
    options: [],
    positionals: ['archive'],
    paths: ['archive'],
    runOffline: ({ dataDir, databaseUrl, isPooled }, options) =>
      isPooled
        ? Promise.reject(throughPooler())
        : restoreBackup({ dataDir, databaseUrl, file: textOption(options, 'archive') }),
    print: ({ madeAt }: { madeAt: string }) => `Restored the backup of ${madeAt}.`,
  },
};
