import type { MailBackend } from '@postern/adapter-mail/port';
import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import { writeAudit } from '../../db/audit.ts';
import { ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { type PublishDeps, publishZone } from '../dns/public.ts';
import { mailbox } from '../mailboxes/tables.ts';
import { changeNames, countMoving } from './change-names.ts';
import { type ChangeKey, type ChangeRow, lockChange, touchChange, updateChange } from './domain-change-repository.ts';
import { publishDomainChange } from './domain-change-view.ts';

/** How many mailboxes are moved before the progress is saved. */
const MAILBOXES_AT_ONCE = 20;

export type RunDeps = PublishDeps & { mail: MailBackend };

/**
 * Takes a change as far as it can go. Progress is kept in the database only: the names change in one transaction, and each mailbox has its
 * `moving_from`. So a process may be killed at any point, and an extra runner only repeats harmless calls. resume-domain-changes continues
 * what had to wait or failed.
 */
export async function runDomainChange(deps: RunDeps, key: ChangeKey): Promise<void> {
  const { db, clock } = deps;
  const touch = () => db.asTenant(key.customerId, (tx) => touchChange(tx, key, clock.now()));
  if ((await touch()) === null) return;
  if (!(await db.asSystem((tx) => changeNames(tx, clock, key)))) return;
  await publishZone(deps, key);
  let last: string | null = null;
  do {
    last = await moveNext(deps, key, last);
    if (await db.asTenant(key.customerId, (tx) => settle(tx, deps, key))) return;
    await touch();
  } while (last !== null);
}

type Moving = { mailboxId: string; address: string; movingFrom: string | null; storedAs: string | null };

/** Moves the next mailboxes in the mail store, and returns the last one's id. A mailbox that fails doesn't hold up the others. */
async function moveNext(deps: RunDeps, key: ChangeKey, after: string | null): Promise<string | null> {
  const { customerId, bundleId } = key;
  const isInBundle = ofBundle(mailbox, { customerId, bundleId });
  const next: Moving[] = await deps.db.asTenant(customerId, (tx) =>
    tx
      .select({
        mailboxId: mailbox.mailboxId,
        address: mailbox.address,
        movingFrom: mailbox.movingFrom,
        storedAs: mailbox.storedAs,
      })
      .from(mailbox)
      .where(
        and(
          isInBundle,
          isNotNull(mailbox.movingFrom),
          eq(mailbox.state, 'ready'),
          after === null ? undefined : gt(mailbox.mailboxId, after),
        ),
      )
      .orderBy(asc(mailbox.mailboxId))
      .limit(MAILBOXES_AT_ONCE),
  );
  for (const { mailboxId, address, movingFrom, storedAs } of next) {
    if (movingFrom === null) continue;
    try {
      const place = await deps.mail.moveMailbox({ mailboxId, address: movingFrom, storedAs }, address);
      await deps.db.asTenant(customerId, (tx) =>
        tx
          .update(mailbox)
          .set({ movingFrom: null, storedAs: place === address ? null : place })
          .where(and(isInBundle, eq(mailbox.mailboxId, mailboxId), eq(mailbox.movingFrom, movingFrom))),
      );
    } catch (error) {
      deps.log.warn({ err: error, mailboxId }, 'mailbox not moved yet');
    }
  }
  return next.at(-1)?.mailboxId ?? null;
}

/** Counts what is left, under the change's lock; true when nothing is. A mailbox that was deleted meanwhile needn't move. */
async function settle(tx: Queryable, { clock }: RunDeps, key: ChangeKey): Promise<boolean> {
  const change = await lockChange(tx, key);
  if (change === null || change.state === 'finished') return true;
  await tx
    .update(mailbox)
    .set({ movingFrom: null })
    .where(and(ofBundle(mailbox, key), eq(mailbox.state, 'deleting')));
  const left = await countMoving(tx, key);
  const now = clock.now();
  const isOver = left === 0;
  const next: ChangeRow = {
    ...change,
    done: change.total - left,
    touchedAt: now,
    ...(isOver ? { state: 'finished', finishedAt: now } : {}),
  };
  await updateChange(tx, key, next);
  await publishDomainChange(tx, clock, next);
  if (!isOver) return false;
  const { customerId, bundleId, toDomain: target, fromDomain, total } = change;
  const what = { action: 'domain.change-finished' as const, target, attrs: { fromDomain, mailboxes: total } };
  await writeAudit(tx, clock, { customerId, bundleId, actor: 'system', ...what });
  return true;
}
