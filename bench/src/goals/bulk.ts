import { interleave } from '../load/interleave.ts';
import type { Comparison } from '../report/comparison.ts';
import { domainOf, type Size } from '../servers/people.ts';
import type { BenchContext } from './context.ts';

const SIZE: Size = 10_000;
const ROWS = 5_000;
const ROWS_OF_A_SHORT_RUN = 1_000;
/** PostfixAdmin can't create mailboxes in bulk, so its form is sent repeatedly, with the number of sessions it is fastest with. */
const FORM_SESSIONS = 4;

type Answer = { previewId: string; jobId: string; status: string; done: number };

let made = 0;

/** Goal 6: mailboxes per second from the first call to the last row, including the preview and a set-password link for each. */
export async function measureBulk(context: BenchContext): Promise<Comparison[]> {
  const count = context.pace.rounds > 1 ? ROWS : ROWS_OF_A_SHORT_RUN;
  const rates = await interleave(context.pace.rounds, {
    postern: () => createInBulk(context, count),
    postfixAdmin: () => createByForm(context),
  });
  return [
    {
      goal: 6,
      what: `Create ${count.toLocaleString('en')} mailboxes in bulk with set-password links`,
      unit: 'mailboxes/s',
      ours: rates.postern,
      other: { name: 'PostfixAdmin, its form with md5crypt', sample: rates.postfixAdmin },
      bound: { atLeast: 10 },
    },
  ];
}

async function createInBulk({ postern }: BenchContext, count: number): Promise<number> {
  const headers = { ...postern.headersOf[SIZE], 'content-type': 'application/json' };
  const ask = async (path: string, body?: object): Promise<Answer> => {
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${postern.baseUrl}/panel/bulk/${path}`, init);
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  const csv = Array.from({ length: count }, () => `bulk-${(made += 1)},Person ${made}`).join('\n');
  const started = performance.now();
  const { previewId } = await ask('preview', { kind: 'createMailboxes', csv });
  const { jobId } = await ask('start', { previewId });
  for (;;) {
    const { status, done } = await ask(`${jobId}?rows=none`);
    if (status !== 'finished') {
      await new Promise((resume) => setTimeout(resume, 50));
      continue;
    }
    if (done !== count) throw new Error(`Of ${count} mailboxes ${done} were created.`);
    return count / ((performance.now() - started) / 1000);
  }
}

async function createByForm({ postfixAdmin, pace }: BenchContext): Promise<number> {
  const until = performance.now() + pace.seconds * 1000;
  const started = performance.now();
  let created = 0;
  const work = async (worker: number) => {
    while (performance.now() < until) {
      await postfixAdmin.createMailbox({ domain: domainOf(SIZE), localPart: `form-${(made += 1)}`, worker });
      created += 1;
    }
  };
  await Promise.all(Array.from({ length: FORM_SESSIONS }, (_, worker) => work(worker)));
  return created / ((performance.now() - started) / 1000);
}
