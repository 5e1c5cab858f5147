import type { ActivityEntry } from '@postern/contract/activity';

/** Groups one day's entries: the steps of a support visit become one group, at the position of its newest step. */
export function byVisit(entries: readonly ActivityEntry[]): (ActivityEntry | ActivityEntry[])[] {
  const visits = new Map<string, ActivityEntry[]>();
  const rows: (ActivityEntry | ActivityEntry[])[] = [];
  for (const entry of entries) {
    const visitId = entry.visit?.visitId;
    const known = visitId === undefined ? undefined : visits.get(visitId);
    if (visitId === undefined) rows.push(entry);
    else if (known) known.push(entry);
    else {
      const steps = [entry];
      visits.set(visitId, steps);
      rows.push(steps);
    }
  }
  return rows;
}
