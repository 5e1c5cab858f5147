import { normaliseEmailAddress } from '@postern/domain/addresses';
import { RESET_MAILS_AN_HOUR } from '@postern/domain/sign-in';
import { sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '../../../db/client.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { hashToken } from '../../../secrets/tokens.ts';

const HOUR_MILLIS = 3_600_000;

/**
 * Whether the person may get one more reset mail, which is then counted in the caller's transaction. Each mail takes one of three rows for
 * an hour, so no hour has more than three, however requests are timed and however many processes work on them. Each customer's mails are
 * counted apart: another's mailbox may name the same address, and can't use up its owner's.
 */
export async function takeResetMail(
  tx: Queryable,
  clock: Clock,
  { customerId, to }: { customerId: string; to: string },
): Promise<boolean> {
  const now = clock.now();
  const until = new Date(now.getTime() + HOUR_MILLIS).toISOString();
  for (let place = 1; place <= RESET_MAILS_AN_HOUR; place += 1) {
    const key = `reset-mail/${customerId}/${hashToken(normaliseEmailAddress(to))}/${place}`;
    const taken = await rowsOf<{ key: string }>(
      tx,
      sql`insert into rate_limit (key, count, resets_at) values (${key}, 1, ${until}::timestamptz)
        on conflict (key) do update set resets_at = excluded.resets_at where rate_limit.resets_at <= ${now.toISOString()}
        returning key`,
    );
    if (taken.length > 0) return true;
  }
  return false;
}
