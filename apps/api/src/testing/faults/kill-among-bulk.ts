import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { previewBulk, readBulk, retryBulk, startBulk } from '@postern/contract/bulk';
import { listMailboxes } from '@postern/contract/mailboxes';
import { readTokenDetails } from '@postern/contract/passwords';
import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { audit } from '../../db/tables.ts';
import { aCustomerWithDomain, PASSWORD } from '../builders.ts';
import { finishedJob, outcomesOf } from '../run-bulk-job.ts';
import type { TwoServers } from '../two-servers.ts';

const SETTLED_WITHIN_MILLIS = 60_000;

/**
 * Kills one of two servers, and then the other, while they create mailboxes in bulk. The job still finishes, and then each row was done
 * once: one mailbox, one audit entry, one working link; and the plan's limit isn't exceeded.
 */
export async function killAmongBulk(two: TwoServers, rounds: number, prefix: string): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const customer = await aCustomerWithDomain(two.panel, { accounts: 60, domain: `${prefix}-${round}.test` });
    const { token, customerId } = customer;
    // Hashing passwords makes it take long enough to be killed in the middle.
    const rows = Array.from({ length: 70 }, (_, number) => ({
      email: `m${String(number).padStart(2, '0')}`,
      ...(number % 2 === 0 ? { password: PASSWORD } : {}),
    }));
    const first = await two.panel.must(previewBulk, { kind: 'createMailboxes', rows: rows.slice(0, 60) }, { token });
    // Both were within the plan when they were previewed.
    const second = await two.panel.must(previewBulk, { kind: 'createMailboxes', rows: rows.slice(20) }, { token });
    const jobs = await Promise.all(
      [first, second].map(({ previewId }) => two.panel.must(startBulk, { previewId }, { token })),
    );
    for (const which of [0, 1] as const) {
      await pause(randomInt(200, 1500));
      await two.replace(which);
    }
    const results = [];
    for (const { jobId } of jobs) results.push(await finishedJob(two.panel, token, jobId, SETTLED_WITHIN_MILLIS));
    const { accounts, total } = await two.panel.must(listMailboxes, { limit: 500 }, { token });
    expect(total).toBe(60);
    expect(new Set(accounts.map(({ email }) => email)).size).toBe(60);
    expect(results.reduce((sum, { done }) => sum + done, 0)).toBe(60);
    const codes = new Set(results.flatMap((result) => Object.values(outcomesOf(result))));
    expect([...codes].filter((code) => !['done', 'EMAIL_EXISTS', 'MAILBOX_LIMIT_REACHED'].includes(code))).toEqual([]);
    const created = await two.db.asTenant(customerId, (tx) =>
      tx
        .select({ target: audit.target })
        .from(audit)
        .where(and(eq(audit.customerId, customerId), eq(audit.action, 'mailbox.created'))),
    );
    expect(created).toHaveLength(60);
    const link = results.flatMap((result) => result.rows.flatMap((row) => row.setPasswordLink ?? [])).at(0) ?? '';
    await two.panel.must(readTokenDetails, { token: new URL(link).searchParams.get('token') ?? '' });
    // Nothing is left to do, so a retry changes nothing.
    const [{ jobId } = { jobId: '' }] = jobs;
    await two.panel.must(retryBulk, { jobId }, { token });
    await finishedJob(two.panel, token, jobId, SETTLED_WITHIN_MILLIS);
    expect((await two.panel.must(readBulk, { jobId }, { token })).done).toBe(results[0]?.done);
  }
}
