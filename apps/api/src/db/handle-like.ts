import type { Queryable } from './client.ts';

/** Drizzle's own fields, which its types leave out. */
type Handle = { session: { client: unknown } };

/** The same handle on another client. Drizzle would make a dialect and a dozen functions for each transaction, which are all the same. */
export function handleLike(handle: Queryable, client: unknown): Queryable {
  const session = Object.create((handle as unknown as Handle).session) as Handle['session'];
  session.client = client;
  const like = Object.create(handle) as Handle;
  like.session = session;
  return like as unknown as Queryable;
}
