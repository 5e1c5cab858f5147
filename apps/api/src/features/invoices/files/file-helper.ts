// The process that makes invoices' files: their fonts and layout take up to a second of computing, and a few hundred megabytes.
import type { HelperAnswer } from '../../../runtime/helper-process.ts';
import { makeXml } from '../e-invoice/make-xml.ts';
import { makePdf } from '../paper/make-pdf.ts';
import type { FileTask } from './invoice-files.ts';

process.on('message', (task) => {
  make(task as FileTask).then(answer, (error: unknown) => answer({ error }));
});

/** Nobody waits for the answer of a helper whose process has ended. */
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
