import pg from 'pg';
import { enter, TENANT } from '../db/postgres-transactions.ts';

/** A statement as it was sent, with what it was sent with, and the role and customer of its transaction. */
export type SentStatement = { text: string; values: unknown[]; entry: string | null };

type Config = string | { text?: string; values?: unknown[]; customerId?: string };
const ENTRY = /SET LOCAL ROLE \w+; SET LOCAL app\.customer_id = '[^']*'/;
const PLANNED = /^\s*(select|insert|update|delete|with)\b/i;

/** Records every statement that this process sends to PostgreSQL, each text and role once, the last values win. `stop` ends it. */
export function recordStatements(): { statements: () => SentStatement[]; stop: () => void } {
  const sent = new Map<string, SentStatement>();
  const entries = new WeakMap<object, string>();
  const prototype = pg.Client.prototype as unknown as { query: (...all: unknown[]) => unknown };
  const original = prototype.query;
  prototype.query = function query(this: object, ...all: unknown[]) {
    const [config, given] = all as [Config | undefined, unknown];
    const text = typeof config === 'string' ? config : config?.text;
    if (text !== undefined) {
      const entered = ENTRY.exec(text)?.[0];
      if (entered !== undefined) entries.set(this, entered);
      else if (/^(commit|rollback)/i.test(text)) entries.delete(this);
      else if (PLANNED.test(text)) {
        const values = Array.isArray(given) ? given : ((config as { values?: unknown[] }).values ?? []);
        const reader = typeof config === 'string' ? undefined : config?.customerId;
        const entry = reader === undefined ? (entries.get(this) ?? null) : enter(TENANT, reader);
        sent.set(`${entry?.split(';')[0] ?? ''} ${text}`, { text, values, entry });
      }
    }
    return original.apply(this, all);
  };
  return {
    statements: () => [...sent.values()],
    stop: () => {
      prototype.query = original;
    },
  };
}
