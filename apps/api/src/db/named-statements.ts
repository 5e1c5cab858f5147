import type { QueryResult } from 'pg';
import { failedAtDatabase } from './database-errors.ts';
import type { Statement } from './packets.ts';

/** A statement gets a name when it was sent this often. */
const OFTEN = 3;
/** Each name keeps a plan in the memory of every connection. */
export const MOST_NAMES = 300;
const PLANNABLE = /^\s*(select|insert|update|delete|with)\b/i;

/** A statement without its values, and without a name unless it has one of its own. */
export type Config = Omit<Statement, 'values'>;

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

  /** The statement's name, if it has one. A plan is only valid for one role, and so is a name. */
  nameOf({ name, text }: Config, role: string): string | undefined {
    if (this.#most === 0) return undefined;
    // Some have a name of their own.
    if (name !== undefined) return name;
    const names = this.#names.get(text) ?? this.#nameNow(text);
    if (names === null) return undefined;
    // Kept, because a string that was put together anew is compared letter by letter wherever it is looked up.
    return (names.ofRole[role] ??= `${role}-${names.number}`);
  }

  readonly #names = new Map<string, Names>();

  #nameNow(text: string): Names | null {
    if (this.#names.size >= this.#most || !PLANNABLE.test(text)) return null;
    const asked = (this.#asked.get(text) ?? 0) + 1;
    if (asked < OFTEN) {
      // Texts that are different each time must not pile up.
      if (this.#asked.size > 10 * MOST_NAMES) this.#asked.clear();
      this.#asked.set(text, asked);
      return null;
    }
    this.#asked.delete(text);
    const names = { number: this.#names.size, ofRole: {} };
    this.#names.set(text, names);
    return names;
  }
}

type Names = { number: number; ofRole: Record<string, string> };

type Ask = (statement: Statement) => Promise<QueryResult>;

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
    const { text, rowMode, types } = config;
    const end = this.#names.begin(text);
    const name = this.#names.nameOf(config, this.#role);
    const answer = this.#ask({ name, text, values, rowMode, types }).catch(failedAtDatabase);
    if (end !== null)
      void answer.then(
        () => end(),
        (error: unknown) => end(undefined, error),
      );
    return answer;
  }
}
