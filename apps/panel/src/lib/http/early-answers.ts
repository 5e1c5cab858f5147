/** An answer that has arrived wholly. Kept as text: each reader makes what it needs of it, and a copy of a response costs 2 ms. */
type Arrived = { status: number; headers: Headers; body: string };
type EarlyAnswer = { token: string | null; askedAt: number; answer: Promise<Arrived> };

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
export function keepEarlyAnswer(sent: Sent, url: string, token: string | null, asked: Promise<Response>): void {
  const answer = asked.then(async (response) => {
    const { status, headers } = response;
    return { status, headers, body: await response.text() };
  });
  // The code that takes the answer sees the failure.
  answer.catch(() => {});
  window.posternEarly ??= new Map();
  window.posternEarly.set(keyOf(sent, url), { token, askedAt: performance.now(), answer });
}

async function find(sent: Sent, url: string, token: string | null): Promise<Arrived | null> {
  const early = window.posternEarly?.get(keyOf(sent, url));
  if (!early || early.token !== token || performance.now() - early.askedAt > KEPT_MS) return null;
  return await early.answer.catch(() => null);
}

/** The answer to this very call, if the page has made it already with the same token. Given once. Null if there is none, or it failed. */
export async function takeEarlyAnswer(sent: Sent, url: string, token: string | null): Promise<Response | null> {
  const found = find(sent, url, token);
  window.posternEarly?.delete(keyOf(sent, url));
  const arrived = await found;
  if (!arrived) return null;
  const { status, headers, body } = arrived;
  return new Response(body === '' ? null : body, { status, headers });
}

/** What a call was answered, for the early picture: the panel still finds it. Null also if the server refused it. */
export async function peekEarlyAnswer(sent: Sent, url: string, token: string | null): Promise<unknown> {
  const arrived = await find(sent, url, token);
  return arrived?.status === 200 ? (JSON.parse(arrived.body) as unknown) : null;
}
