import type { Database } from '../../db/client.ts';
import type { Clock } from '../../runtime/clock.ts';
import { downloadLogo, type Fetch, type Logo } from './download-logo.ts';
import { findPartner } from './partner-repository.ts';

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
  // Without one, whatever the reason, the panel shows the partner's name.
  const logoAt = async (url: string) => {
    const answer = await downloadLogo(url, send);
    return typeof answer === 'string' ? null : answer;
  };
  const kept = new Map<string, { logo: Promise<Logo | null>; until: number }>();

  function readAt(url: string): Promise<Logo | null> {
    const known = kept.get(url);
    if (known !== undefined && known.until > now()) return known.logo;
    const entry = { logo: logoAt(url), until: now() + KEPT_MS };
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
