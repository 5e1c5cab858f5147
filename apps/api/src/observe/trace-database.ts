import type { Database } from '../db/client.ts';
import type { EndSpan, Tracer } from './tracer.ts';

const FACTS = { 'db.system.name': 'postgresql' } as const;

/** The same database; each transaction is a step of the span that is open. */
export function traceDatabase(db: Database, tracer: Tracer): Database {
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const end = tracer.step(name, 'client', FACTS);
    try {
      const result = await work();
      end?.();
      return result;
    } catch (error) {
      end?.(undefined, error);
      throw error;
    }
  };
  return {
    ...db,
    asTenant: (customerId, work, options) => step('transaction', () => db.asTenant(customerId, work, options)),
    asSystem: (work, options) => step('transaction', () => db.asSystem(work, options)),
    readAsSystem: (read) => step('transaction', () => db.readAsSystem(read)),
    atOnceAsTenant: (customerId, work) => step('transaction', () => db.atOnceAsTenant(customerId, work)),
    atOnceAsSystem: (work) => step('transaction', () => db.atOnceAsSystem(work)),
    readAsTenant: (customerId, name, query) => step(`read ${name}`, () => db.readAsTenant(customerId, name, query)),
  };
}

const VERB = /^\s*(select|insert|update|delete|with)\b/i;
const TABLE = /\b(?:from|into|update)\s+"?([a-z_]+(?:"?\."?[a-z_]+)?)"?/i;

/** A step for one statement, named by its verb and its first table. The text stays out, as some texts hold values. */
export function traceStatement(tracer: Tracer, text: string): EndSpan | null {
  const verb = VERB.exec(text)?.[1]?.toUpperCase();
  if (verb === undefined) return null;
  const table = TABLE.exec(text)?.[1]?.replaceAll('"', '');
  const facts = {
    ...FACTS,
    'db.operation.name': verb,
    ...(table === undefined ? {} : { 'db.collection.name': table }),
  };
  return tracer.step(table === undefined ? verb : `${verb} ${table}`, 'client', facts);
}
