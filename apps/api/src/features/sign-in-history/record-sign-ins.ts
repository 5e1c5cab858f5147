import { networkOf } from '@postern/domain/sign-in';
import { SIGN_INS_TOGETHER_MILLIS, type SignInMethod, type SignInOutcome } from '@postern/domain/sign-in-history';
import { describeUserAgent } from '@postern/domain/user-agents';
import { sql } from 'drizzle-orm';
import { builtOnce, placeholdersOf } from '../../db/built-once.ts';
import type { Queryable } from '../../db/client.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { newId } from '../../runtime/ids.ts';
import { signInRecord } from './tables.ts';

/** Where a sign-in comes from. */
export type SignInPlace = Pick<RequestContext, 'ip' | 'browser'>;

export type SignInToRecord = {
  customerId: string;
  /** Null for a customer login. */
  mailboxId: string | null;
  /** The mailbox's domain. */
  bundleId: string | null;
  email: string;
  method: SignInMethod;
  outcome: SignInOutcome;
};

/** Records sign-ins in the caller's transaction, which must be a system one or the customer's. */
export async function recordSignIns(
  tx: Queryable,
  clock: Clock,
  { ip, browser: { agent } }: SignInPlace,
  signIns: readonly SignInToRecord[],
): Promise<void> {
  if (signIns.length === 0) return;
  const now = clock.now();
  const hour = new Date(Math.floor(now.getTime() / SIGN_INS_TOGETHER_MILLIS) * SIGN_INS_TOGETHER_MILLIS);
  const { browser, os } = describeUserAgent(agent);
  const place = { network: networkOf(ip), browser, os, hour, times: 1, firstAt: now, lastAt: now };
  const rows = signIns.map(({ mailboxId, bundleId, ...signIn }) => ({
    ...signIn,
    ...place,
    recordId: newId(now),
    loginId: mailboxId ?? signIn.customerId,
    bundleId: mailboxId === null ? null : bundleId,
  }));
  await Promise.all(rows.map((row) => insertRecord(tx, row)));
}

const { customerId, loginId, outcome, method, network, hour, browser, os, times } = signInRecord;
const insertRecord = builtOnce<typeof signInRecord.$inferSelect, unknown>((db) =>
  db
    .insert(signInRecord)
    .values(placeholdersOf(signInRecord))
    .onConflictDoUpdate({
      target: [customerId, loginId, hour, outcome, method, network, browser, os],
      set: { times: sql`${times} + 1`, lastAt: sql`excluded.last_at` },
    }),
);
