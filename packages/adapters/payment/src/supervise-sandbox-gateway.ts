import { setTimeout as delay } from 'node:timers/promises';
import { findRunningGateway, isGatewayRunning, type RunningGateway } from './running-gateway.ts';
import { type GatewayChild, type GatewayCommand, startGatewayChild } from './start-gateway-child.ts';

export interface SuperviseOptions extends GatewayCommand {
  /** How often to check a gateway that another process started. */
  watchMillis?: number;
  /** How long `baseUrl` waits for a gateway. */
  startTimeoutMillis?: number;
}

export interface SupervisedGateway {
  /** The address of the running gateway; starts one if there is none. Rejects if none starts in time. */
  baseUrl(): Promise<string>;
  /** Ends the gateway if this process started it. */
  close(): Promise<void>;
}

const FIRST_PAUSE_MILLIS = 100;
const LAST_PAUSE_MILLIS = 5000;
const BUSY_MILLIS = 1000;

/**
 * Keeps a gateway running for the folder as long as this process runs. The gateway ends with the process that started it, even if that
 * is killed, as its standard input ends then. Any other process with the same folder starts the next one.
 */
export async function ensureSandboxGateway(options: SuperviseOptions): Promise<SupervisedGateway> {
  const supervisor = new Supervisor(options);
  supervisor.watch();
  return { baseUrl: () => supervisor.baseUrl(), close: () => supervisor.close() };
}

class Supervisor {
  readonly #options: SuperviseOptions;
  readonly #closed = new AbortController();
  #current: RunningGateway | null = null;
  #child: GatewayChild | null = null;
  #ensuring: Promise<RunningGateway> | null = null;
  #watching: Promise<void> = Promise.resolve();
  #lastProblem = 'it has not been tried yet';

  constructor(options: SuperviseOptions) {
    this.#options = options;
  }

  watch(): void {
    this.#watching = this.#watchUntilClosed();
  }

  async baseUrl(): Promise<string> {
    const { startTimeoutMillis = 15_000 } = this.#options;
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(this.#notStarted()), startTimeoutMillis);
    const gateway = await Promise.race([this.#ensure(), timeout]).finally(() => clearTimeout(timer));
    return gateway.baseUrl;
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#watching;
    await this.#ensuring?.catch(() => {});
    await this.#child?.stop();
    this.#child = null;
  }

  async #watchUntilClosed(): Promise<void> {
    const { watchMillis = 500 } = this.#options;
    while (!this.#closed.signal.aborted) {
      await this.#ensure().catch(() => {});
      // A child that gave way to another process's gateway has ended long ago, and is nothing to wait for.
      const died = this.#child?.isRunning() ? this.#child.exited : new Promise<never>(() => {});
      await Promise.race([died, this.#pause(watchMillis)]);
    }
  }

  /** All callers share one search or start at a time. */
  #ensure(): Promise<RunningGateway> {
    this.#ensuring ??= this.#findOrStart().finally(() => {
      this.#ensuring = null;
    });
    return this.#ensuring;
  }

  async #findOrStart(): Promise<RunningGateway> {
    if (this.#current && (await isGatewayRunning(this.#current))) return this.#current;
    this.#current = null;
    for (let pauseMillis = FIRST_PAUSE_MILLIS; !this.#closed.signal.aborted; ) {
      this.#current = (await findRunningGateway(this.#options.dir)) ?? (await this.#start());
      if (this.#current) return this.#current;
      await this.#pause(pauseMillis);
      pauseMillis = Math.min(pauseMillis * 2, LAST_PAUSE_MILLIS);
    }
    throw new Error('the supervisor is closed');
  }

  async #start(): Promise<RunningGateway | null> {
    // Our own child holds the ledger's lock as long as it runs, so another one can't replace it while it is just slow.
    if (this.#child?.isRunning()) await Promise.race([this.#child.exited, this.#pause(BUSY_MILLIS)]);
    if (this.#child?.isRunning() || this.#closed.signal.aborted) return null;
    this.#child = startGatewayChild(this.#options);
    const problem = await this.#child.listening;
    if (problem === null) return findRunningGateway(this.#options.dir);
    // Of two processes that start at once, one finds the ledger in use, and finds the other's gateway in the next round.
    this.#lastProblem = problem;
    return null;
  }

  #notStarted(): Error {
    return new Error(`the sandbox gateway did not start: ${this.#lastProblem}`);
  }

  #pause(millis: number): Promise<void> {
    return delay(millis, undefined, { signal: this.#closed.signal, ref: false }).catch(() => {});
  }
}
