import { previewBulk, readBulk, startBulk } from '@postern/contract/bulk';
import type { InputOf, OutputOf } from '@postern/contract/operation';
import { pollUntil } from '@postern/testkit/poll-until';
import type { TestClient } from './test-client.ts';

type Panel = Pick<TestClient, 'must'>;
export type BulkResult = OutputOf<typeof readBulk>;

/** Waits until a job is finished, and returns the results of its rows. */
export async function finishedJob(panel: Panel, token: string, jobId: string, timeoutMs = 30_000): Promise<BulkResult> {
  let seen = '';
  await pollUntil(
    async () => {
      const { status, done, failed, total } = await panel.must(readBulk, { jobId, rows: 'none' }, { token });
      seen = `${status}, ${done} done, ${failed} failed of ${total}`;
      return status === 'finished';
    },
    { timeoutMs, onTimeout: () => `the job is not finished: ${seen}` },
  );
  return panel.must(readBulk, { jobId }, { token });
}

/** Previews and starts a job, and waits until it is finished. */
export async function runBulkJob(panel: Panel, token: string, input: InputOf<typeof previewBulk>) {
  const preview = await panel.must(previewBulk, input, { token });
  const { jobId } = await panel.must(startBulk, { previewId: preview.previewId }, { token });
  return { preview, jobId, result: await finishedJob(panel, token, jobId) };
}

/** `anna: done`, `bert: EMAIL_EXISTS`; by user name. */
export const outcomesOf = ({ rows }: Pick<BulkResult, 'rows'>): Record<string, string> =>
  Object.fromEntries(rows.map(({ email, ok, code }) => [email.split('@')[0] ?? '', ok ? 'done' : (code ?? 'waiting')]));
