import type { Database } from '../../db/client.ts';
import type { Clock } from '../../runtime/clock.ts';
import { findPartner } from './partner-repository.ts';

export type Logo = { type: string; bytes: Buffer };
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const TYPES = ['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];
const MAXIMUM_BYTES = 500_000;
const PATIENCE_MS = 5_000;
/** How long a logo is kept, and how long a server that sent none is left alone. */
const KEPT_MS = 10 * 60_000;
const LEFT_ALONE_MS = 60_000;
const MOST_KEPT = 200;

/**
 * Reads partners' logos from the partners' servers, so that any page may show them, and visitors' addresses stay hidden from those servers.
 * It reads only addresses that the operator has set, over https, and follows no redirects.
 */
export function createLogoReader({ db, clock }: { db: Database; clock: Clock }, send: Fetch = fetch) {
  const now = () => clock.now().getTime();
  const kept = new Map<string, { logo: Promise<Logo | null>; until: number }>();

  function readAt(url: string): Promise<Logo | null> {
    const known = kept.get(url);
    if (known !== undefined && known.until > now()) return known.logo;
    const entry = { logo: download(url, send), until: now() + KEPT_MS };
    kept.delete(url);
    kept.set(url, entry);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    void entry.logo.then((logo) => {
      if (logo === null) entry.until = now() + LEFT_ALONE_MS;
    });
    return entry.logo;
  }

  return async (partnerId: number, isDark: boolean): Promise<Logo | null> => {
    const partner = await findPartner(db.global, partnerId);
    const url = isDark ? partner?.logoDarkUrl : partner?.logoUrl;
    return url ? readAt(url) : null;
  };
}

/** Null if there is no picture, whatever the reason: then the panel shows the partner's name. */
async function download(url: string, send: Fetch): Promise<Logo | null> {
  try {
    const answer = await send(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
    const type = (answer.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    if (!answer.ok || !TYPES.includes(type) || answer.body === null) {
      await answer.body?.cancel();
      return null;
    }
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of answer.body) {
      size += part.length;
      if (size > MAXIMUM_BYTES) return null;
      parts.push(part);
    }
    return { type, bytes: Buffer.concat(parts) };
  } catch {
    return null;
  }
}
