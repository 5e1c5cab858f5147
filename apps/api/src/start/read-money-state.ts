import type { Database } from '../db/client.ts';
import { countFailedEvents, findLastRun, listOpenDisputes, listOwedRefunds } from '../features/index.ts';
import type { MoneyState } from '../observe/measure-money.ts';

export async function readMoneyState(db: Database): Promise<MoneyState> {
  const open = await db.asSystem((tx) => listOpenDisputes(tx));
  const last = await findLastRun(db);
  const unanswered = open.filter(({ respondBy }) => respondBy !== null).length;
  return {
    events: await countFailedEvents(db),
    refundsOwed: (await listOwedRefunds(db)).length,
    disputes: { unanswered, undecided: open.length - unanswered },
    reconciled:
      last?.finishedAt == null
        ? null
        : { finishedMillis: last.finishedAt.getTime(), differences: last.differences?.length ?? 0 },
  };
}
