// The thread that makes invoices' files: their fonts and layout take up to a second of computing.
import { parentPort } from 'node:worker_threads';
import type { WorkerAnswer } from '../../../runtime/worker-thread.ts';
import { makeXml } from '../e-invoice/make-xml.ts';
import { makePdf } from '../paper/make-pdf.ts';
import type { FileTask } from './invoice-files.ts';

parentPort?.on('message', (task: FileTask) => {
  make(task).then(answer, (error: unknown) => answer({ error }));
});

const answer = (answered: WorkerAnswer<Uint8Array | null>): void => parentPort?.postMessage(answered);

async function make({ kind, row }: FileTask): Promise<WorkerAnswer<Uint8Array | null>> {
  const xml = await makeXml(row);
  if (kind === 'pdf') return { value: await makePdf(row, xml) };
  return { value: xml === null ? null : Buffer.from(xml) };
}
