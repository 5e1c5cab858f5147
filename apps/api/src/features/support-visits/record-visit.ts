import type { RecordedAction } from '@postern/domain/activity';
import { writeAudit } from '../../db/audit.ts';
import type { Queryable } from '../../db/client.ts';
import type { VisitStamp } from '../../runtime/visit-stamp.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { VisitRow } from './visit-repository.ts';

/** The fields of the visit that each of its records carries. */
const stampOf = ({ customerId, visitId, staffName, staffEmail, company, reason, ticket }: VisitRow): VisitStamp => ({
  ...{ customerId, visitId, staffName, staffEmail, company, reason, ticket },
});

/** Records that a visit was asked for, began, ended or the like, and tells open panels. `actor` is the supporter, or who else did it. */
export async function recordVisit(
  tx: Queryable,
  clock: Clock,
  row: VisitRow,
  { action, actor, attrs }: { action: RecordedAction; actor: string; attrs?: Record<string, unknown> },
): Promise<void> {
  const { customerId, bundleId, reason } = row;
  const visit = stampOf(row);
  await writeAudit(tx, clock, {
    ...{ customerId, bundleId, actor, action },
    target: row.staffName,
    attrs: { reason, ...attrs, visit },
  });
}
