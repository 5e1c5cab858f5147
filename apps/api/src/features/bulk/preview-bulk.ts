import type { previewBulk as operation } from '@postern/contract/bulk';
import type { OutputOf } from '@postern/contract/operation';
import { mayInBulk } from '@postern/domain/mailboxes';
import { checkSuspensionReason } from '@postern/domain/mailboxes';
import { assertMay } from '../../http/assert-may.ts';
import { fieldProblem } from '../../http/field-problem.ts';
import { invalid } from '../../http/panel-error.ts';
import type { SessionActor, SessionContext } from '../../http/request-context.ts';
import { newId } from '../../runtime/ids.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { insertPreview } from './bulk-repository.ts';
import type { ExpectedOutcome, PreviewInput } from './expected-outcome.ts';
import { passwordLabel } from './password-label.ts';
import { previewActions } from './preview-actions.ts';
import { type ImportPreviewDeps, previewImports } from './preview-imports.ts';
import { previewWrittenMailboxes } from './preview-new-mailboxes.ts';
import { type Domain, readDomain } from './read-domain.ts';
import { startedBy } from './start-bulk.ts';

export type PreviewDeps = ImportPreviewDeps & { sealer: Sealer };

const NOTHING_YET = {
  hasPassword: false,
  sealedPassword: null,
  code: null,
  attrs: null,
  mailboxId: null,
  linkId: null,
  linkUntil: null,
};

/** Previews what each row would do. Keeps the rows, with given passwords sealed, until the preview is started or expires. */
export async function previewBulk(
  deps: PreviewDeps,
  { actor }: SessionContext,
  input: PreviewInput,
): Promise<OutputOf<typeof operation>> {
  assertMay(mayInBulk(actor.role));
  const { customerId, bundleId } = actor;
  const reason = checkSuspensionReason(input.reason ?? '');
  if (!reason.ok) throw invalid([fieldProblem('reason', reason.code)]);
  const now = deps.clock.now();
  const jobId = newId(now);
  const domain = await readDomain(deps, actor);
  const expected = await foresee(deps, actor, domain, input);
  const { feasible, rows, ignoredColumns, activeAfter, missingPlaces } = expected;
  const job = {
    customerId,
    bundleId,
    jobId,
    kind: input.kind,
    state: 'preview' as const,
    reason: reason.value,
    mailLinks: input.mailLinks,
    total: feasible.length,
    partnerId: actor.partnerId,
    done: 0,
    failed: 0,
    ...startedBy(actor),
    createdAt: now,
    touchedAt: now,
  };
  const toKept = ({ row, wish, password }: ExpectedOutcome['feasible'][number]) => ({
    ...NOTHING_YET,
    customerId,
    jobId,
    row,
    state: 'waiting' as const,
    wish,
    hasPassword: password !== null,
    sealedPassword: password === null ? null : deps.sealer.seal(password, passwordLabel(jobId, row)),
  });
  const kept = feasible.map(toKept);
  const written = new Map((expected.refused ?? []).map((one) => [one.row, one]));
  const refused = rows.flatMap(({ row, email, ok, code = null, attrs = null }) => {
    const { wish = {}, password = null } = written.get(row) ?? {};
    return ok
      ? []
      : [{ ...toKept({ row, wish: { ...wish, address: email }, password }), state: 'refused' as const, code, attrs }];
  });
  await deps.db.asTenant(customerId, (tx) => insertPreview(tx, job, [...kept, ...refused]));
  return { previewId: jobId, rows, priceEffect: domain.priceEffect(activeAfter, missingPlaces), ignoredColumns };
}

function foresee(
  deps: PreviewDeps,
  actor: SessionActor,
  domain: Domain,
  input: PreviewInput,
): Promise<ExpectedOutcome> {
  const { kind } = input;
  if (kind === 'createMailboxes') return previewWrittenMailboxes(deps, actor, domain, input);
  if (kind === 'importMail') return previewImports(deps, actor, domain, input);
  return previewActions(deps, actor, domain, { ...input, kind });
}
