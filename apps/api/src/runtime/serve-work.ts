import { Bell } from './bell.ts';
import type { FromWorker, ToWorker } from './worker-process.ts';

/** Works until nothing is left to do, or after `stop` until the step that it is at. The bell rings when there is more. */
export type Work = (stop: AbortSignal, bell: Bell) => Promise<void>;

/**
 * The other side of `WorkerProcess`: gets the settings, and works whenever it is asked to. `prepare` makes the work from the settings; it
 * may tell news.
 */
export function serveWork<Settings, News>(
  prepare: (settings: Settings, tell: (news: News) => void) => Promise<Work>,
): void {
  const stop = new AbortController();
  const bell = new Bell();
  let work: Promise<Work> | null = null;
  let asked = 0;
  let isWorking = false;
  const tell = (told: FromWorker<News>) => void process.send?.(told, undefined, {}, () => {});
  const workOn = async (): Promise<void> => {
    if (isWorking || work === null) return;
    isWorking = true;
    const run = await work;
    let done = 0;
    let problem: string | null = null;
    // What came during the last look is looked for again.
    while (done !== asked) {
      done = asked;
      problem = await run(stop.signal, bell).then(() => null, String);
    }
    isWorking = false;
    tell({ done, problem });
  };
  process.on('message', (told: ToWorker<Settings>) => {
    if (told === 'stop') {
      stop.abort();
      bell.ring();
    } else if ('settings' in told) {
      work = prepare(told.settings, (news) => tell({ news }));
      // The next process may find everything that it needs.
      work.catch((error: unknown) => {
        process.send?.({ done: asked, problem: String(error) }, undefined, {}, () => process.exit(1));
      });
    } else {
      asked = told.work;
      bell.ring();
      workOn().catch(() => {});
    }
  });
  // The process above us has ended, however it ended. What we were at counts as interrupted.
  process.on('disconnect', () => process.exit());
  // A service is ended by a signal to all of its processes; the one above us says when to stop.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
}
