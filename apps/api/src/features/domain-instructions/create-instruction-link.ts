import type { InstructionLink } from '@postern/contract/domain-instructions';
import { parseEmailAddress } from '@postern/domain/addresses';
import { mayWithDomain } from '@postern/domain/domain-connection';
import { INSTRUCTION_LINK_DAYS, INSTRUCTION_LINKS_MAXIMUM } from '@postern/domain/domain-instructions';
import { writeAudit } from '../../db/audit.ts';
import { assertMay } from '../../http/assert-may.ts';
import { countAttempt } from '../../http/limit-attempts.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import { derivedId, newId } from '../../runtime/ids.ts';
import { instructionToken } from '../../secrets/instruction-token.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { hashToken } from '../../secrets/tokens.ts';
import { readBundle } from '../bundles/public.ts';
import { type PublishDeps } from '../dns/public.ts';
import { ensureDomain } from '../domain-connection/public.ts';
import { lockConnection } from '../domain-verification/public.ts';
import { enqueueMail } from '../notifications/public.ts';
import {
  deleteInstructionLinks,
  insertInstructionLink,
  type InstructionLinkRow,
  listInstructionLinkRows,
} from './instruction-link-repository.ts';
import { toInstructionLink } from './instruction-link-view.ts';
import { INSTRUCTIONS_MAIL } from './instructions-mail.ts';

export type InstructionDeps = PublishDeps & { jobs: JobQueue; sealer: Sealer; publicUrl: string };

const DAY_MILLIS = 24 * 3_600_000;

/** Makes a link to the instructions, and mails it if an address is given. Locks the connection, so that links stay limited. */
export async function createInstructionLink(
  deps: InstructionDeps,
  context: SessionContext,
  input: { sendTo?: string | undefined },
): Promise<{ link: InstructionLink }> {
  const { actor, requestId } = context;
  assertMay(mayWithDomain(actor.role, 'change'));
  const sentTo = input.sendTo === undefined ? null : addressOf(input.sendTo);
  // The mail may go to anyone, so attempts are limited.
  if (sentTo !== null) await countAttempt(deps, [`instructions/bundle/${actor.bundleId}`]);
  const { customerId, bundleId } = actor;
  const key = { customerId, bundleId };
  await ensureDomain(deps, key);
  return deps.db.asTenant(customerId, async (tx) => {
    const held = await readBundle(tx, { customerId, bundleId });
    if (held === null) throw new PanelError('BUNDLE_NOT_FOUND');
    const { domainName } = held;
    const now = deps.clock.now();
    await lockConnection(tx, key);
    const linkId = idOf(context, now);
    const open = await listInstructionLinkRows(tx, key, now);
    const known = open.find((row) => row.linkId === linkId);
    if (known) return { link: toInstructionLink(deps, known) };
    await deleteInstructionLinks(tx, key, tooMany(open));
    const row = {
      ...{ ...key, linkId, domainName, sentTo, createdAt: now },
      tokenHash: hashToken(instructionToken(deps.sealer, linkId)),
      expiresAt: new Date(now.getTime() + INSTRUCTION_LINK_DAYS * DAY_MILLIS),
    };
    await insertInstructionLink(tx, row);
    if (sentTo !== null) {
      const attrs = { partnerId: actor.partnerId, domainName, validDays: INSTRUCTION_LINK_DAYS, locale: held.locale };
      await enqueueMail(tx, deps.jobs, INSTRUCTIONS_MAIL, { messageId: linkId, to: sentTo, attrs });
    }
    await writeAudit(tx, deps.clock, {
      ...{ ...key, actor: actor.email, requestId, target: domainName },
      ...{ action: 'instruction-link.created', attrs: { linkId, sentTo } },
    });
    return { link: toInstructionLink(deps, row) };
  });
}

/** The oldest links, to delete so that there is room for one more. */
const tooMany = (open: readonly InstructionLinkRow[]): string[] =>
  open.slice(INSTRUCTION_LINKS_MAXIMUM - 1).map(({ linkId }) => linkId);

function addressOf(text: string): string {
  const parsed = parseEmailAddress(text);
  if (!parsed.ok)
    throw invalid([{ path: 'sendTo', code: 'INVALID_EMAIL', message: 'Enter a complete email address.' }]);
  return parsed.value.address;
}

/** With an idempotency key, the id is derived from it, so a repeated request finds its link. */
const idOf = ({ idempotencyKey, actor }: SessionContext, now: Date): string =>
  idempotencyKey === null ? newId(now) : derivedId('instruction-link', actor.bundleId, idempotencyKey);
