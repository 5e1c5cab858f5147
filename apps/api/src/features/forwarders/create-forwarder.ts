import type { Forwarder } from '@postern/contract/forwarders';
import {
  canAddForwarder,
  checkForwarderAddress,
  checkRecipientCount,
  mayWithForwarders,
} from '@postern/domain/forwarders';
import { writeAudit } from '../../db/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { publishLive } from '../../db/publish-live.ts';
import { assertMay } from '../../http/assert-may.ts';
import { fieldProblem } from '../../http/field-problem.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { derivedId, newId } from '../../runtime/ids.ts';
import { lockBundle, registerName } from '../bundles/public.ts';
import { countForwarders, findForwarder, insertForwarder, insertRecipients } from './forwarder-repository.ts';
import { toForwarder } from './forwarder-view.ts';
import { resolveRecipients } from './resolve-recipients.ts';

/** Creates a forwarder. Locks the bundle, so that no recipient is deleted meanwhile. */
export async function createForwarder(
  deps: { db: Database; clock: Clock },
  context: SessionContext,
  input: { email: string; recipients: string[] },
): Promise<{ forwarder: Forwarder }> {
  const { actor } = context;
  assertMay(mayWithForwarders(actor.role, 'change'));
  return deps.db.asTenant(actor.customerId, async (tx) => {
    const bundle = await lockBundle(tx, actor);
    if (bundle === null) throw new PanelError('BUNDLE_NOT_FOUND');
    const email = checkForwarderAddress(input.email, bundle.domainName);
    if (!email.ok) throw invalid([fieldProblem('email', email.code)]);
    const forwarderId = forwarderIdOf(context, deps.clock, email.value);
    const existing = await findForwarder(tx, actor, email.value);
    if (existing?.forwarderId !== forwarderId) {
      const of = { ...actor, email: email.value, domainName: bundle.domainName };
      await add(
        tx,
        deps.clock,
        context,
        { forwarderId, address: email.value },
        await resolveRecipients(tx, of, input.recipients),
      );
    }
    const made = await findForwarder(tx, actor, email.value);
    if (made === null) throw new PanelError('NOT_FOUND');
    return { forwarder: toForwarder(made) };
  });
}

/** With an idempotency key, the id is derived from it, so a repeated request finds its forwarder. */
const forwarderIdOf = ({ actor, idempotencyKey }: SessionContext, clock: Clock, address: string): string =>
  idempotencyKey === null ? newId(clock.now()) : derivedId('forwarder', actor.bundleId, idempotencyKey, address);

async function add(
  tx: Queryable,
  clock: Clock,
  { actor, requestId }: SessionContext,
  { forwarderId, address }: { forwarderId: string; address: string },
  mailboxIds: string[],
): Promise<void> {
  const key = { customerId: actor.customerId, bundleId: actor.bundleId };
  const size = checkRecipientCount(mailboxIds.length);
  if (!size.ok) throw invalid([{ path: 'recipients', code: size.code, message: 'Choose fewer mailboxes.' }]);
  const room = canAddForwarder(await countForwarders(tx, key));
  if (!room.ok) throw new PanelError(room.code, room.attrs);
  if (!(await registerName(tx, { name: address, kind: 'forwarder', ...key, targetId: forwarderId })))
    throw new PanelError('EMAIL_EXISTS', { email: address });
  await insertForwarder(tx, { ...key, forwarderId, address, createdAt: clock.now() });
  await insertRecipients(tx, { ...key, forwarderId }, mailboxIds);
  const news = { event: 'mailboxes', what: 'forwarder', change: 'created', email: address } as const;
  await publishLive(tx, clock, { ...key, ...news });
  const what = { action: 'forwarder.created' as const, target: address, attrs: { recipients: mailboxIds.length } };
  await writeAudit(tx, clock, { ...key, actor: actor.email, ...what, requestId });
}
