import { type ChildProcess, fork } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import type { Bell } from './bell.ts';

/** What the process that works is told, and what it tells. `round` counts how often it was asked to work. */
export type ToWorker<Settings> = { settings: Settings } | { work: number } | 'stop';
export type FromWorker<News> = { done: number; problem: string | null } | { news: News };

/**
 * A quarter of a processor that ours wants too. Much lower, a busy machine could leave it in the middle of a transaction, with locks that
 * people's requests wait for.
 */
const LOWER_BY = 5;
const LOWEST = 19;

type Options<Settings, News> = {
  /** The module that the process runs: it calls `serveWork`. */
  file: string;
  env: Record<string, string>;
  /** Sent to the process as it starts, and so in neither its arguments nor its environment. */
  settings: Settings;
  /** What the process tells while it works. */
  onNews: (news: News) => void;
  /** After so long without work, the process ends. */
  idleMillis: number;
  /** One that needs more ends, and this process goes on. */
  heapMegabytes: number;
};

/**
 * Work for hours that would hold up every request, done by a process of its own whose priority is lower than ours. It finds its work in the
 * database, as a sweep does, so that nothing is lost when it ends: it ends with this process, after a while without work, and when it is told
 * to stop, after the step that it is at.
 */
export class WorkerProcess<Settings, News> {
  readonly #options: Options<Settings, News>;
  #worker: ChildProcess | null = null;
  #round: { number: number; resolve: () => void; reject: (error: Error) => void } | null = null;
  #rounds = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: Options<Settings, News>) {
    this.#options = options;
  }

  /** The process's number, for metrics and tests; null while there is none. */
  get pid(): number | null {
    return this.#worker?.pid ?? null;
  }

  /** Starts the process, for work that comes soon. */
  prepare(): void {
    this.#worker ??= this.#start();
    if (this.#round === null) this.#endLater();
  }

  /**
   * Has the process work until nothing is left to do; the bell says that there is more. Throws if it ends before that, or can't go on. Call
   * it once at a time.
   */
  async work(stopping: AbortSignal, bell: Bell): Promise<void> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const round = { number: 0, resolve, reject };
    const ask = () => {
      round.number = this.#rounds += 1;
      this.#send({ work: round.number });
    };
    const stop = () => this.#send('stop');
    this.#round = round;
    ask();
    const silence = bell.onRing(ask);
    stopping.addEventListener('abort', stop, { once: true });
    if (stopping.aborted) stop();
    try {
      await promise;
    } finally {
      silence();
      stopping.removeEventListener('abort', stop);
      this.#round = null;
      this.#endLater();
    }
  }

  end(): void {
    clearTimeout(this.#idle);
    this.#worker?.kill('SIGKILL');
    this.#worker = null;
    this.#round?.reject(new Error('The process that worked was ended.'));
  }

  #endLater(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.end(), this.#options.idleMillis).unref();
  }

  /** Why it couldn't be sent is heard from the process's end. */
  #send(told: ToWorker<Settings>): void {
    this.#worker?.send(told as object | string, () => {});
  }

  #start(): ChildProcess {
    const { file, env, settings, heapMegabytes, onNews } = this.#options;
    const worker = fork(file, [], {
      env,
      execArgv: [`--max-old-space-size=${heapMegabytes}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    worker.on('message', (told: FromWorker<News>) => {
      if ('news' in told) return onNews(told.news);
      // It was asked for more meanwhile, and answers again.
      if (told.done !== this.#round?.number) return;
      if (told.problem === null) this.#round.resolve();
      else this.#round.reject(new Error(told.problem));
    });
    const lose = (error: Error) => {
      // One that was ended says so late: the next one may be at work.
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#round?.reject(error);
    };
    worker.on('error', lose);
    worker.on('exit', (code, signal) => lose(new Error(`The process that worked has ended (${signal ?? code}).`)));
    // The settings of a system may forbid it.
    if (worker.pid !== undefined) lowerPriority(worker.pid);
    worker.send({ settings } as object, () => {});
    return worker;
  }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, Math.min(LOWEST, getPriority() + LOWER_BY));
  } catch {
    // It works all the same, only less politely.
  }
}
