import { type ChildProcess, fork } from 'node:child_process';

/**
 * `busy`: too much is waiting, ask again later. `late`: no answer in time, and the helper was ended if it was at this task. `failed`: the
 * task threw, or ended the helper twice, such as for want of memory.
 */
export class HelperError extends Error {
  readonly kind: 'busy' | 'late' | 'failed';

  constructor(kind: 'busy' | 'late' | 'failed', message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HelperError';
    this.kind = kind;
  }
}

/** A helper's answer to each task. */
export type HelperAnswer<Answer> = { value: Answer } | { error: unknown };

type Options = {
  /** The module that the helper runs: it answers each message with one `HelperAnswer`. */
  file: string;
  /** Counted from the call, so a task can also time out while it waits for others. */
  timeoutMillis: number;
  /** How long one helper may be at a task. One that has stopped is then ended, and the task is tried again by another. */
  tryMillis: number;
  /** After so long without a task, the helper ends. */
  idleMillis: number;
  waitingMaximum: number;
  /** A helper that needs more memory is ended, and this process lives on. */
  heapMegabytes: number;
};

type Waiting<Task, Answer> = {
  task: Task;
  resolve: (answer: Answer) => void;
  reject: (error: HelperError) => void;
  timer: NodeJS.Timeout;
  /** How many helpers were given the task. */
  tries: number;
};

/** A helper may be killed for something else, such as another process's want of memory. A task that ends two of them isn't tried again. */
const TRIES = 2;

/**
 * Work that would hold up every request, done by a process of its own: one task at a time, in the order in which they came. It isn't a
 * thread, because the memory that a thread took stays with the process when it ends. A helper that is killed or hangs is replaced, and its task
 * is tried once more, which must therefore do no harm.
 */
export class HelperProcess<Task, Answer> {
  readonly #options: Options;
  readonly #waiting: Waiting<Task, Answer>[] = [];
  #current: Waiting<Task, Answer> | null = null;
  #helper: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  #try: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#helper !== null;
  }

  /** Throws HelperError. */
  ask(task: Task): Promise<Answer> {
    const { waitingMaximum, timeoutMillis } = this.#options;
    if (this.#waiting.length >= waitingMaximum)
      return Promise.reject(new HelperError('busy', `${waitingMaximum} tasks wait already.`));
    return new Promise((resolve, reject) => {
      const waiting: Waiting<Task, Answer> = {
        ...{ task, resolve, reject, tries: 0 },
        timer: setTimeout(() => this.#giveUp(waiting), timeoutMillis),
      };
      this.#waiting.push(waiting);
      this.#next();
    });
  }

  #giveUp(waiting: Waiting<Task, Answer>): void {
    if (this.#current === waiting) {
      clearTimeout(this.#try);
      this.#end();
      this.#current = null;
    } else this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
    waiting.reject(new HelperError('late', `No answer in ${this.#options.timeoutMillis} ms.`));
    this.#next();
  }

  #next(): void {
    if (this.#current !== null) return;
    clearTimeout(this.#idle);
    this.#current = this.#waiting.shift() ?? null;
    if (this.#current === null) {
      // A helper without a task doesn't keep this process.
      this.#helper?.unref();
      this.#helper?.channel?.unref();
      this.#idle = setTimeout(() => this.#end(), this.#options.idleMillis).unref();
      return;
    }
    this.#current.tries += 1;
    this.#helper ??= this.#start();
    this.#helper.ref();
    this.#try = setTimeout(() => this.#tryAgain(), this.#options.tryMillis);
    this.#helper.channel?.ref();
    // The helper's exit says why it couldn't be sent.
    this.#helper.send(this.#current.task as object, () => {});
  }

  /** The helper hangs: it is stopped, or the task never ends. */
  #tryAgain(): void {
    const current = this.#current;
    if (current === null || current.tries >= TRIES) return;
    this.#end();
    this.#current = null;
    this.#waiting.unshift(current);
    this.#next();
  }

  #end(): void {
    this.#helper?.kill('SIGKILL');
    this.#helper = null;
  }

  #start(): ChildProcess {
    const { file, heapMegabytes } = this.#options;
    const helper = fork(file, [], {
      // It needs none of our settings and secrets.
      env: {},
      execArgv: [`--max-old-space-size=${heapMegabytes}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // Ignore messages from a helper that was ended meanwhile.
    const settle = (answer: HelperAnswer<Answer>, isLost = false) => {
      if (this.#helper !== helper) return;
      if (isLost) this.#helper = null;
      const current = this.#current;
      if (current === null) return;
      clearTimeout(this.#try);
      if (isLost && current.tries < TRIES) return this.#tryAgain();
      clearTimeout(current.timer);
      this.#current = null;
      if ('value' in answer) current.resolve(answer.value);
      else current.reject(new HelperError('failed', 'The task failed.', { cause: answer.error }));
      this.#next();
    };
    const lose = (error: unknown) => settle({ error }, true);
    helper.on('message', (answer) => settle(answer as HelperAnswer<Answer>));
    helper.on('error', lose);
    helper.on('exit', (code, signal) => lose(new Error(`The helper has ended (${signal ?? code}).`)));
    return helper;
  }
}
