import { pino } from 'pino';
import type { Config } from '../config/config.ts';
import { errorSerializer, type Log } from '../runtime/log.ts';

/** JSON lines on standard error, without the values in an error. */
export function createLog(config: Pick<Config, 'logLevel'>): Log {
  const serializers = { err: errorSerializer };
  const options = { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers };
  return pino(options, writtenOnceATurn(pino.destination({ dest: 2, sync: true, minLength: 8 * 1024 })));
}

/** Writes the lines of one turn of the event loop at once, also the last ones before the process ends. */
function writtenOnceATurn(destination: ReturnType<typeof pino.destination>): { write: (line: string) => void } {
  let isWaiting = false;
  // Not `flushSync`, which waits for the disk each time.
  const flush = () => {
    isWaiting = false;
    destination.flush();
  };
  process.on('exit', () => destination.flushSync());
  return {
    write: (line) => {
      destination.write(line);
      if (isWaiting) return;
      isWaiting = true;
      setImmediate(flush);
    },
  };
}
