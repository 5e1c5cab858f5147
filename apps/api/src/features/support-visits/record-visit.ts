import type { RecordedAction } from '@postern/domain/activity';
import { writeAudit } from '../../db/audit.ts';
import type { Queryable } from '../../db/client.ts';
import type { VisitStamp } from '../../runtime/visit-stamp.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { VisitRow } from './visit-repository.ts';

/** What every record of the visit says of it. */
const stampOf = ({ customerId, visitId, staffName, staffEmail, company, reason, ticket }: VisitRow): VisitStamp => ({
  ...{ customerId, visitId, staffName, staffEmail, company, reason, ticket },
});

/** Records a step of the visit's own life; open panels hear of it. `actor` is the supporter, or who else did it. */
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
