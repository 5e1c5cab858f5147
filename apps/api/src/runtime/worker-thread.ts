import { Worker } from 'node:worker_threads';

/**
 * `busy`: too much is waiting, ask again later. `late`: no answer in time, and the thread was ended if it was at this task. `failed`: the
 * task threw, or ended the thread, such as for want of memory.
 */
export class WorkerThreadError extends Error {
  readonly kind: 'busy' | 'late' | 'failed';

  constructor(kind: 'busy' | 'late' | 'failed', message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WorkerThreadError';
    this.kind = kind;
  }
}

/** What a worker's file answers to each task. */
export type WorkerAnswer<Answer> = { value: Answer } | { error: unknown };

type Options = {
  /** The module that the thread runs: it answers each message with one `WorkerAnswer`. */
  file: string;
  /** Counted from the call, so a task also gives up while it waits for others. */
  timeoutMillis: number;
  /** After so long without a task, the thread ends and its memory is free again. */
  idleMillis: number;
  waitingMaximum: number;
  /** A thread that needs more ends, and the process goes on. */
  heapMegabytes: number;
};

type Waiting<Task, Answer> = {
  task: Task;
  resolve: (answer: Answer) => void;
  reject: (error: WorkerThreadError) => void;
  timer: NodeJS.Timeout;
};

/** Work that would hold up every request, done by a thread of its own: one task at a time, in the order in which they came. */
export class WorkerThread<Task, Answer> {
  readonly #options: Options;
  readonly #waiting: Waiting<Task, Answer>[] = [];
  #current: Waiting<Task, Answer> | null = null;
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#worker !== null;
  }

  /** Throws WorkerThreadError. */
  ask(task: Task): Promise<Answer> {
    const { waitingMaximum, timeoutMillis } = this.#options;
    if (this.#waiting.length >= waitingMaximum)
      return Promise.reject(new WorkerThreadError('busy', `${waitingMaximum} tasks wait already.`));
    return new Promise((resolve, reject) => {
      const waiting: Waiting<Task, Answer> = {
        ...{ task, resolve, reject },
        timer: setTimeout(() => this.#giveUp(waiting), timeoutMillis),
      };
      this.#waiting.push(waiting);
      this.#next();
    });
  }

  #giveUp(waiting: Waiting<Task, Answer>): void {
    if (this.#current === waiting) {
      void this.#worker?.terminate();
      this.#worker = null;
      this.#current = null;
    } else this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
    waiting.reject(new WorkerThreadError('late', `No answer in ${this.#options.timeoutMillis} ms.`));
    this.#next();
  }

  #next(): void {
    if (this.#current !== null) return;
    clearTimeout(this.#idle);
    this.#current = this.#waiting.shift() ?? null;
    if (this.#current === null) {
      // A thread without a task doesn't keep the process.
      this.#worker?.unref();
      this.#idle = setTimeout(() => this.#end(), this.#options.idleMillis).unref();
      return;
    }
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#worker.postMessage(this.#current.task);
  }

  #end(): void {
    void this.#worker?.terminate();
    this.#worker = null;
  }

  #start(): Worker {
    const { file, heapMegabytes } = this.#options;
    const worker = new Worker(file, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } });
    // What is heard of a thread that was ended meanwhile counts no more.
    const settle = (answer: WorkerAnswer<Answer>, isLost = false) => {
      if (this.#worker !== worker) return;
      if (isLost) this.#worker = null;
      const current = this.#current;
      if (current === null) return;
      clearTimeout(current.timer);
      this.#current = null;
      if ('value' in answer) current.resolve(answer.value);
      else current.reject(new WorkerThreadError('failed', 'The task failed.', { cause: answer.error }));
      this.#next();
    };
    const lose = (error: unknown) => settle({ error }, true);
    worker.on('message', (answer: WorkerAnswer<Answer>) => settle(answer));
    worker.on('messageerror', lose);
    worker.on('error', lose);
    worker.on('exit', () => lose(new Error('The thread has ended.')));
    return worker;
  }
}
