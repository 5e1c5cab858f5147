/** Drizzle's own fields, which its types leave out. */
type Inner = { session: { client: unknown } };

/** The same handle on another client. Drizzle would make a dialect and a dozen functions for each transaction, which are all the same. */
export function handleLike<Handle extends object>(handle: Handle, client: unknown): Handle {
  const session = Object.create((handle as unknown as Inner).session) as Inner['session'];
  session.client = client;
  const like = Object.create(handle) as Inner;
  like.session = session;
  return like as unknown as Handle;
}
