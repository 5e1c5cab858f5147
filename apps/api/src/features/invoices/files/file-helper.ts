// The process that makes the files of invoices: fonts and layout take up to a second of computing and a few hundred megabytes.
import type { HelperAnswer } from '../../../runtime/helper-process.ts';
import { makeXml } from '../e-invoice/make-xml.ts';
import { makePdf } from '../paper/make-pdf.ts';
import type { FileTask } from './invoice-files.ts';

process.on('message', (task) => {
  make(task as FileTask).then(answer, (error: unknown) => answer({ error }));
});

/** If the parent process has ended, nobody waits for the answer. */
const endWithoutParent = (error: Error | null): void => {
  if (error !== null) process.exit();
};

const answer = (answered: HelperAnswer<Uint8Array | null>): void =>
  void process.send?.(answered, undefined, {}, endWithoutParent);

async function make({ kind, row }: FileTask): Promise<HelperAnswer<Uint8Array | null>> {
  const xml = await makeXml(row);
  if (kind === 'pdf') return { value: await makePdf(row, xml) };
  return { value: xml === null ? null : Buffer.from(xml) };
}
