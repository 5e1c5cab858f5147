export type Logo = { type: string; bytes: Buffer };
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const TYPES = ['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];
const MAXIMUM_BYTES = 500_000;
const PATIENCE_MS = 5_000;

/** The picture at this address, or why there is none, as the end of a sentence. */
export async function downloadLogo(url: string, send: Fetch = fetch): Promise<Logo | string> {
  try {
    const answer = await send(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
    const type = (answer.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    if (!answer.ok || !TYPES.includes(type) || answer.body === null) {
      await answer.body?.cancel();
      if (!answer.ok) return `its server answered ${answer.status}`;
      return `its server sent ${type || 'no type'}, not a picture`;
    }
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of answer.body) {
      size += part.length;
      if (size > MAXIMUM_BYTES) return 'it has more than 500 KB';
      parts.push(part);
    }
    return { type, bytes: Buffer.concat(parts) };
  } catch (error) {
    return reasonOf(error);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'its server did not answer within five seconds';
  // What fetch throws says only that it failed; the cause says why, such as a redirect or a certificate.
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}
