import pg from 'pg';
import { enter, SYSTEM, TENANT } from '../db/postgres-transactions.ts';

/** A statement as it was sent, with what it was sent with, and the role and customer of its transaction. */
export type SentStatement = { text: string; values: unknown[]; entry: string | null };

type Planned = { text: string; values?: unknown[] };
type Config = Planned | { statements: Planned[] };
const ENTRY = /^select set_config\('role', '(\w+)'.*'app\.customer_id', \$1/;
const PLANNED = /^\s*(select|insert|update|delete|with)\b/i;

/** Records every statement that this process sends to PostgreSQL, each text and role once, the last values win. `stop` ends it. */
export function recordStatements(): { statements: () => SentStatement[]; stop: () => void } {
  const sent = new Map<string, SentStatement>();
  const entries = new WeakMap<object, string>();
  const prototype = pg.Client.prototype as unknown as { query: (...all: unknown[]) => unknown };
  const original = prototype.query;
  const record = ({ text, values = [] }: Planned, entry: string | null) => {
    if (PLANNED.test(text)) sent.set(`${entry?.split(';')[0] ?? ''} ${text}`, { text, values, entry });
  };
  prototype.query = function query(this: object, ...all: unknown[]) {
    const [config, values] = all as [Config | string, unknown[] | undefined];
    // Those of a transaction are sent as packets.
    if (typeof config === 'object' && 'statements' in config)
      for (const one of config.statements) {
        const [, role] = ENTRY.exec(one.text) ?? [];
        if (role === TENANT || role === SYSTEM) entries.set(this, enter(role, (one.values?.[0] as string) || null));
        else record(one, entries.get(this) ?? null);
      }
    else if (typeof config === 'object' && Array.isArray(values)) record({ text: config.text, values }, null);
    else if (typeof config === 'object') record(config, null);
    return original.apply(this, all);
  };
  return {
    statements: () => [...sent.values()],
    stop: () => {
      prototype.query = original;
    },
  };
}
