import type { AppPassword } from '@postern/contract/app-passwords';
import { canAddAppPassword, checkAppPasswordName } from '@postern/domain/app-passwords';
import { writeAudit } from '../../db/audit.ts';
import type { Database } from '../../db/client.ts';
import { fieldProblem } from '../../http/field-problem.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import type { Clock } from '../../runtime/clock.ts';
import { derivedId, newId } from '../../runtime/ids.ts';
import { hashAppPassword, markOf, newAppPassword } from '../../secrets/app-password.ts';
import { noteStep } from '../first-steps/public.ts';
import { mailNotice } from '../notifications/public.ts';
import { assertOwnMailbox } from './app-password-policy.ts';
import { type AppPasswordRow, listAppPasswordRows, lockOwner, putAppPassword } from './app-password-repository.ts';
import { toAppPassword } from './app-password-view.ts';

type Deps = { db: Database; clock: Clock; jobs: JobQueue };

/** Makes a password for an email app. The mailbox is locked, so concurrent requests can't exceed the limit. Only this answer shows it. */
export async function createAppPassword(
  deps: Deps,
  context: SessionContext,
  input: { name: string },
): Promise<{ appPassword: AppPassword; password: string }> {
  const { actor, requestId } = context;
  const key = assertOwnMailbox(actor);
  const name = checkAppPasswordName(input.name);
  if (!name.ok) throw invalid([fieldProblem('name', name.code)]);
  const createdAt = deps.clock.now();
  const appPasswordId = idOf(context, key.mailboxId, createdAt);
  return deps.db.asTenant(key.customerId, async (tx) => {
    if (!(await lockOwner(tx, key))) throw new PanelError('NOT_FOUND');
    const others = (await listAppPasswordRows(tx, key)).filter((row) => row.appPasswordId !== appPasswordId);
    const verdict = canAddAppPassword(others.length);
    if (!verdict.ok) throw new PanelError(verdict.code, verdict.attrs);
    const { password, secretHash } = newSecret(others);
    const row = { ...key, appPasswordId, name: name.value, secretHash, createdAt };
    await putAppPassword(tx, row);
    await noteStep(tx, key, 'phone', createdAt);
    const { customerId, bundleId } = key;
    const what = { action: 'app-password.created' as const, target: actor.email, attrs: { name: name.value } };
    await writeAudit(tx, deps.clock, { customerId, bundleId, actor: actor.email, ...what, requestId });
    await mailNotice(tx, deps, { ...key, ...actor, template: 'app-password-created', name: name.value });
    return { appPassword: toAppPassword(row), password };
  });
}

/** With an idempotency key, the id is derived from it, so a repeated request finds its app password. */
const idOf = ({ idempotencyKey }: SessionContext, mailboxId: string, now: Date): string =>
  idempotencyKey === null ? newId(now) : derivedId('app-password', mailboxId, idempotencyKey);

/** A password whose mark, by which Dovecot finds it, is unique within the mailbox. */
function newSecret(others: AppPasswordRow[]): { password: string; secretHash: string } {
  const taken = new Set(others.map((row) => markOf(row.secretHash)));
  for (;;) {
    const password = newAppPassword();
    const secretHash = hashAppPassword(password);
    if (!taken.has(markOf(secretHash))) return { password, secretHash };
  }
}
