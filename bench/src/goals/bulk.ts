import { interleave } from '../load/interleave.ts';
import type { Comparison } from '../report/comparison.ts';
import { domainOf, type Size } from '../servers/people.ts';
import type { Ground } from './ground.ts';

const SIZE: Size = 10_000;
const ROWS = 5_000;
const ROWS_OF_A_SHORT_RUN = 1_000;
/** PostfixAdmin has no bulk creation: its form is sent again and again, over as many sessions as it answers best with. */
const FORM_SESSIONS = 4;

type Answer = { previewId: string; jobId: string; status: string; done: number };

let made = 0;

/** Goal 6: mailboxes a second from the first call to the last row, preview included, a set-password link each. */
export async function measureBulk(ground: Ground): Promise<Comparison[]> {
  const count = ground.pace.rounds > 1 ? ROWS : ROWS_OF_A_SHORT_RUN;
  const rates = await interleave(ground.pace.rounds, {
    postern: () => createInBulk(ground, count),
    postfixAdmin: () => createByForm(ground),
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

async function createInBulk({ postern }: Ground, count: number): Promise<number> {
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

async function createByForm({ postfixAdmin, pace }: Ground): Promise<number> {
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
