import type { QueryResult } from 'pg';
import { failedAtDatabase } from './database-errors.ts';
import type { Statement } from './packets.ts';

/** A statement gets a name when it was sent this often. */
const OFTEN = 3;
/** Each name keeps a plan in the memory of every connection. */
export const MOST_NAMES = 300;
const PLANNABLE = /^\s*(select|insert|update|delete|with)\b/i;

type Config = Omit<Statement, 'values'>;

/** Called when a statement is sent. The function that it returns, if any, is called at the statement's end, with the error if it failed. */
export type OnStatement = (text: string) => ((facts?: undefined, error?: unknown) => void) | null;

/** Names repeated statements, so that PostgreSQL parses and plans them once per connection. */
export class StatementNames {
  readonly #asked = new Map<string, number>();
  readonly #most: number;
  /** Called for each statement; the function that it returns is called at its end. */
  readonly begin: OnStatement;

  /** @param most 0 where a name means nothing to the next connection */
  constructor(most: number, begin: OnStatement = () => null) {
    this.#most = most;
    this.begin = begin;
  }

  /** The statement with its name, if it has one. A plan is only valid for one role, and so is a name. */
  named(config: Config, role: string): Config {
    // Some have a name of their own.
    if (this.#most === 0) return { ...config, name: undefined };
    if (config.name !== undefined) return config;
    const number = this.#numberOf(config.text);
    return number === null ? config : { ...config, name: `${role}-${number}` };
  }

  readonly #numbers = new Map<string, number>();

  #numberOf(text: string): number | null {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    if (this.#numbers.size >= this.#most || !PLANNABLE.test(text)) return null;
    const asked = (this.#asked.get(text) ?? 0) + 1;
    if (asked < OFTEN) {
      // Texts that are different each time must not pile up.
      if (this.#asked.size > 10 * MOST_NAMES) this.#asked.clear();
      this.#asked.set(text, asked);
      return null;
    }
    this.#asked.delete(text);
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

type Ask = (config: Config, values: unknown[]) => Promise<QueryResult>;

/** The client that drizzle uses: the pool or a transaction, with named statements. */
export class NamingClient {
  readonly #ask: Ask;
  readonly #names: StatementNames;
  readonly #role: string;
  #isOver = false;

  constructor(ask: Ask, names: StatementNames, role: string) {
    this.#ask = ask;
    this.#names = names;
    this.#role = role;
  }

  /** Refuses further statements, as the transaction is over. */
  end(): void {
    this.#isOver = true;
  }

  async query(config: Config, values: unknown[] = []): Promise<QueryResult> {
    if (this.#isOver) throw new Error('This statement came too late: the transaction is over.');
    const end = this.#names.begin(config.text);
    const answer = this.#ask(this.#names.named(config, this.#role), values).catch(failedAtDatabase);
    if (end !== null)
      void answer.then(
        () => end(),
        (error: unknown) => end(undefined, error),
      );
    return answer;
  }
}
