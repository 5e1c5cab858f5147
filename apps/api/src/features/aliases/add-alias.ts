import type { FieldProblem } from '@postern/contract/errors';
import { normaliseEmailAddress } from '@postern/domain/addresses';
import { canAddAlias, checkAliasAddress, checkAliasName, mayWithAliases } from '@postern/domain/aliases';
import { writeAudit } from '../../db/audit.ts';
import type { BundleKey } from '../../db/bundle-key.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import { fieldProblem } from '../../http/field-problem.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { derivedId, newId } from '../../runtime/ids.ts';
import { registerName } from '../bundles/public.ts';
import { lockMailboxByAddress, publishMailboxChange } from '../mailboxes/public.ts';
import { readAliasLimit } from './alias-limit.ts';
import { countAliases, insertAlias, isOwnAlias } from './alias-repository.ts';

type Input = { alias: string; email: string; displayName: string };

/** Adds an alias to a mailbox. The mailbox is locked, so concurrent requests can't exceed the plan's limit. */
export async function addAlias(
  deps: { db: Database; clock: Clock },
  context: SessionContext,
  input: Input,
): Promise<{ senderId: string }> {
  const { actor } = context;
  assertMay(mayWithAliases(actor.role, 'change'));
  return deps.db.asTenant(actor.customerId, async (tx) => {
    const held = await lockMailboxByAddress(tx, actor, normaliseEmailAddress(input.email));
    if (held === null) throw new PanelError('NOT_FOUND');
    const wanted = parse(input, held.address.slice(held.address.lastIndexOf('@') + 1));
    const aliasId = aliasIdOf(context, deps.clock, held.mailboxId, wanted.address);
    if (!(await isOwnAlias(tx, { ...held, aliasId }, wanted.address)))
      await add(tx, deps.clock, context, held, { ...wanted, aliasId });
    return { senderId: aliasId };
  });
}

/** With an idempotency key, the id is derived from it, so a repeated request finds its alias. */
const aliasIdOf = ({ idempotencyKey }: SessionContext, clock: Clock, mailboxId: string, address: string): string =>
  idempotencyKey === null ? newId(clock.now()) : derivedId('alias', mailboxId, idempotencyKey, address);

function parse(input: Input, domainName: string): { address: string; displayName: string } {
  const address = checkAliasAddress(input.alias, domainName);
  const displayName = checkAliasName(input.displayName);
  const problems: FieldProblem[] = [];
  if (!address.ok) problems.push(fieldProblem('alias', address.code));
  if (!displayName.ok) problems.push(fieldProblem('displayName', displayName.code));
  if (!address.ok || !displayName.ok) throw invalid(problems);
  return { address: address.value, displayName: displayName.value };
}

async function add(
  tx: Queryable,
  clock: Clock,
  { actor, requestId }: SessionContext,
  { customerId, bundleId, mailboxId, address: of }: BundleKey & { mailboxId: string; address: string },
  wanted: { aliasId: string; address: string; displayName: string },
): Promise<void> {
  const key = { customerId, bundleId };
  const verdict = canAddAlias(await countAliases(tx, { ...key, mailboxId }), await readAliasLimit(tx, key));
  if (!verdict.ok) throw new PanelError(verdict.code, verdict.attrs);
  const name = { name: wanted.address, kind: 'alias' as const, ...key, targetId: wanted.aliasId };
  if (!(await registerName(tx, name))) throw new PanelError('EMAIL_EXISTS', { email: wanted.address });
  await publishMailboxChange(tx, clock, { ...key, mailboxId, address: of }, 'changed');
  await insertAlias(tx, { ...key, mailboxId, ...wanted, createdAt: clock.now() });
  await writeAudit(tx, clock, {
    ...key,
    actor: actor.email,
    action: 'alias.added',
    target: wanted.address,
    attrs: { of },
    requestId,
  });
}
