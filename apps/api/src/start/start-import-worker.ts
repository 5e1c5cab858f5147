import type { Config } from '../config/config.ts';
import type { ImportWorker } from '../feature/services.ts';
import type { OnCall } from '../observe/around-calls.ts';
import { LOCATIONS } from '../runtime/locations.ts';
import { WorkerProcess } from '../runtime/worker-process.ts';
import type { ImportNews, ImportSettings } from './import-worker.ts';
import type { Stops } from './stops.ts';

/** It takes 0.4 s to start, and 100 MB of memory. */
const IDLE_MILLIS = 60_000;
/** Five imports at once take 100 MB; lists of very large folders take more. */
const HEAP_MEGABYTES = 1_024;

/**
 * A process that copies imported mail, started by the first import that is due. Null where only this process reaches the database or the
 * mailboxes: with the embedded ones.
 */
export function startImportWorker(config: Config, onCall: OnCall, stops: Stops): ImportWorker | null {
  const { databaseUrl, mailServers, isPooled, mailImport, secretKey, keep, logLevel, mode } = config;
  if (databaseUrl === null || mailServers === null) return null;
  const worker = new WorkerProcess<ImportSettings, ImportNews>({
    file: LOCATIONS.importWorker,
    env: config.inherited,
    settings: { databaseUrl, mailServers, isPooled, mailImport, secretKey, keep, logLevel, mode },
    onNews: (call) => onCall(...call),
    idleMillis: IDLE_MILLIS,
    heapMegabytes: HEAP_MEGABYTES,
  });
  stops.push(async () => worker.end());
  return worker;
}
