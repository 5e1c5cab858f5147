/** How a server answered, or why it didn't. */
export type Posted = { ok: true; status: number } | { ok: false; reason: PostFailure };
export type PostFailure =
  | 'no answer in time'
  | 'not a public address'
  | 'no connection'
  | 'bad certificate'
  | 'name not found';

/** The port for events: posts once to a server that a partner or the operator named. A failure of the network is an answer. */
export type Post = (
  url: string,
  message: { body: string; headers: Record<string, string> },
  /** Whether only public addresses over https may be called. */
  isGuarded: boolean,
) => Promise<Posted>;
