import type { Forwarder } from '@postern/contract/forwarders';
import type { RecordedAction } from '@postern/domain/activity';
import { normaliseEmailAddress } from '@postern/domain/addresses';
import { checkRecipientCount, mayWithForwarders } from '@postern/domain/forwarders';
import { writeAudit } from '../../db/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { publishLive } from '../../db/publish-live.ts';
import { assertMay } from '../../http/assert-may.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { lockBundle } from '../bundles/public.ts';
import { deleteRecipients, findForwarder, type ForwarderRow, insertRecipients } from './forwarder-repository.ts';
import { toForwarder } from './forwarder-view.ts';
import { resolveRecipients } from './resolve-recipients.ts';

type ChangeDeps = { db: Database; clock: Clock };
type Input = { email: string; recipients: string[] };
type Held = { row: ForwarderRow; domainName: string };

/** Adds mailboxes to a forwarder. Mailboxes it already has stay. */
export const addForwarderRecipients = (deps: ChangeDeps, context: SessionContext, input: Input) =>
  changeForwarder(deps, context, input, 'forwarder.recipients-added', async (tx, { row, domainName }) => {
    const of = { ...context.actor, email: row.address, domainName };
    const wanted = await resolveRecipients(tx, of, input.recipients);
    const size = checkRecipientCount(new Set([...row.recipients.map((one) => one.mailboxId), ...wanted]).size);
    if (!size.ok) throw invalid([{ path: 'recipients', code: size.code, message: 'Choose fewer mailboxes.' }]);
    await insertRecipients(tx, { ...context.actor, forwarderId: row.forwarderId }, wanted);
  });

/** Removes mailboxes from a forwarder. Unknown ones are ignored, and one must remain. */
export const removeForwarderRecipients = (deps: ChangeDeps, context: SessionContext, input: Input) =>
  changeForwarder(deps, context, input, 'forwarder.recipients-removed', async (tx, { row }) => {
    const unwanted = new Set(input.recipients.map(normaliseEmailAddress));
    const leaving = row.recipients.filter((one) => unwanted.has(one.address)).map((one) => one.mailboxId);
    const size = checkRecipientCount(row.recipients.length - leaving.length);
    if (!size.ok && size.code === 'LAST_RECIPIENT') throw new PanelError(size.code, size.attrs);
    if (leaving.length > 0) await deleteRecipients(tx, { ...context.actor, forwarderId: row.forwarderId }, leaving);
  });

async function changeForwarder(
  deps: ChangeDeps,
  { actor, requestId }: SessionContext,
  input: Input,
  action: RecordedAction,
  change: (tx: Queryable, held: Held) => Promise<void>,
): Promise<{ forwarder: Forwarder }> {
  assertMay(mayWithForwarders(actor.role, 'change'));
  const { customerId, bundleId } = actor;
  return deps.db.asTenant(customerId, async (tx) => {
    const bundle = await lockBundle(tx, { customerId, bundleId });
    if (bundle === null) throw new PanelError('BUNDLE_NOT_FOUND');
    const row = await findForwarder(tx, actor, normaliseEmailAddress(input.email));
    if (row === null) throw new PanelError('NOT_FOUND');
    await change(tx, { row, domainName: bundle.domainName });
    const attrs = { recipients: input.recipients.map(normaliseEmailAddress) };
    const what = { action, target: row.address, attrs };
    const news = { event: 'mailboxes', what: 'forwarder', change: 'changed', email: row.address } as const;
    await publishLive(tx, deps.clock, { customerId, bundleId, ...news });
    await writeAudit(tx, deps.clock, { customerId, bundleId, actor: actor.email, ...what, requestId });
    const changed = await findForwarder(tx, actor, row.address);
    return { forwarder: toForwarder(changed ?? row) };
  });
}
