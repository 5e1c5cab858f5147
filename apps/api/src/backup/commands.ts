import { type Command, textOption } from '../feature/command.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const MEGABYTE = 1_000_000;

export const backupCommands: Record<string, Command> = {
  backup: {
    usage: 'FILE   write database, kept mail and the gateway books into one file, while the server runs',
    options: [],
    positionals: ['archive'],
    paths: ['archive'],
    run: ({ db, clock, config }, options) =>
      writeBackup({ db, dataDir: config.dataDir, now: clock.now(), file: textOption(options, 'archive') }),
    print: ({ file, bytes }: { file: string; bytes: number }) => `${file}: ${(bytes / MEGABYTE).toFixed(1)} MB.`,
  },
  restore: {
    usage: 'FILE   make an empty data folder and database what they were; no server may run',
    options: [],
    positionals: ['archive'],
    paths: ['archive'],
    runOffline: ({ dataDir, databaseUrl }, options) =>
      restoreBackup({ dataDir, databaseUrl, file: textOption(options, 'archive') }),
    print: ({ madeAt }: { madeAt: string }) => `Restored what was backed up at ${madeAt}.`,
  },
};
