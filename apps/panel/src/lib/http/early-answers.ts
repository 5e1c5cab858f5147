type EarlyAnswer = { token: string | null; askedAt: number; answer: Promise<Response> };

declare global {
  interface Window {
    /** What the page asked before the panel's code was there, by call. */
    posternEarly?: Map<string, EarlyAnswer>;
  }
}

/** An answer that nobody has wanted for so long may be wrong by now. */
const KEPT_MS = 30_000;

type Sent = { method: string; body?: string | undefined };
const keyOf = ({ method, body = '' }: Sent, url: string): string => `${method} ${url} ${body}`;

/** Keeps the answer to a call that was made with a session's token, or with none. */
export function keepEarlyAnswer(sent: Sent, url: string, token: string | null, answer: Promise<Response>): void {
  // The code that takes the answer sees the failure.
  answer.catch(() => {});
  window.posternEarly ??= new Map();
  window.posternEarly.set(keyOf(sent, url), { token, askedAt: performance.now(), answer });
}

/** The answer to this very call, if the page has made it already with the same token. Given once. Null if there is none, or it failed. */
export async function takeEarlyAnswer(sent: Sent, url: string, token: string | null): Promise<Response | null> {
  const answer = peekEarlyAnswer(sent, url, token);
  window.posternEarly?.delete(keyOf(sent, url));
  return await answer;
}

/** The same, for the early picture: the panel still finds it. */
export async function peekEarlyAnswer(sent: Sent, url: string, token: string | null): Promise<Response | null> {
  const early = window.posternEarly?.get(keyOf(sent, url));
  if (!early || early.token !== token || performance.now() - early.askedAt > KEPT_MS) return null;
  // Each reads a copy of its own.
  return await early.answer.then(
    (answer) => answer.clone(),
    () => null,
  );
}
