// The process that copies imported mail: for hours, and at a lower priority than the one that answers people. It gets its settings from that one.
import { imapSource } from '@postern/adapter-mail-source/imap-source';
import { openIdSignIns } from '@postern/adapter-mail-source/open-id-sign-ins';
import { postfixDovecotBackend } from '@postern/adapter-mail/postfix-dovecot';
import type { Config } from '../config/config.ts';
import { openDatabase } from '../db/client.ts';
import { loadClockOffset } from '../db/clock-offset.ts';
import { mailPlaces, runImports } from '../features/index.ts';
import { createJobQueue } from '../jobs/job-queue.ts';
import { aroundCalls, type OnCall, watchPort } from '../observe/around-calls.ts';
import { MAIL_CALLS } from '../observe/watched-calls.ts';
import { movableClock } from '../runtime/clock.ts';
import { LOCATIONS } from '../runtime/locations.ts';
import { serveWork } from '../runtime/serve-work.ts';
import { createSealer } from '../secrets/seal.ts';
import { createLog } from './create-log.ts';
import { mayImportFrom } from './may-import-from.ts';

export type ImportSettings = Pick<Config, 'isPooled' | 'mailImport' | 'secretKey' | 'keep' | 'logLevel' | 'mode'> & {
  databaseUrl: string;
  mailServers: NonNullable<Config['mailServers']>;
};
/** A call to the mail store that has ended, for the metrics. */
export type ImportNews = Parameters<OnCall>;

/** One for each import that it works on, and one to look for the next. */
const CONNECTIONS = 6;
const FOLLOW_CLOCK_MILLIS = 2_000;

serveWork<ImportSettings, ImportNews>(async (settings, tell) => {
  const { databaseUrl, isPooled, mailServers, mailImport, keep } = settings;
  const log = createLog(settings);
  const db = await openDatabase({
    ...{ dataDir: '', url: databaseUrl, migrationsFolder: LOCATIONS.migrations },
    ...{ poolSize: CONNECTIONS, isPooled },
  });
  const clock = movableClock(db.nowMillis);
  if (settings.mode === 'evaluation') {
    await loadClockOffset(db, clock);
    setInterval(() => void loadClockOffset(db, clock).catch(() => {}), FOLLOW_CLOCK_MILLIS);
  }
  const jobs = createJobQueue(db, log, undefined, keep.jobsDays, { onlyEnqueues: true });
  await jobs.start([]);
  const { doveadmUrl: url, doveadmKey: apiKey, imap, storeDir } = mailServers;
  const mail = postfixDovecotBackend({ apiKey, ...mailPlaces(db, { url, imap, storeDir }) });
  const deps = {
    ...{ db, clock, log, jobs, sealer: createSealer(Buffer.from(settings.secretKey)) },
    mail: watchPort(
      'mail',
      mail,
      MAIL_CALLS,
      aroundCalls((...call) => tell(call)),
    ),
    mailSource: imapSource({ mayConnect: mayImportFrom(mailImport) }),
    signIns: openIdSignIns(mailImport.signIn),
  };
  return (stop, bell) => runImports(deps, stop, bell);
});
