import { LOCATIONS } from '../../../runtime/locations.ts';
import { HelperProcess } from '../../../runtime/helper-process.ts';
import type { invoice } from '../tables.ts';

type InvoiceRow = typeof invoice.$inferSelect;

/** One file of an invoice. */
export type FileTask = { kind: 'pdf' | 'xml'; row: InvoiceRow };

/** An invoice takes 0.05 s, the first one 1 s, and ten times that on a very busy machine. A task that takes longer is taken to hang. */
const TIMEOUT_MILLIS = 45_000;
/** For each of two tries. */
const TRY_MILLIS = 20_000;
const IDLE_MILLIS = 60_000;
const WAITING_MAXIMUM = 40;
const HEAP_MEGABYTES = 384;
/** A Chinese invoice with its fonts has 150 KB. Mail servers take 10 MB, and a message is a third larger than its file. */
const BYTES_MAXIMUM = 5_000_000;

const helper = new HelperProcess<FileTask, Uint8Array | null>({
  get file() {
    return LOCATIONS.invoiceHelper;
  },
  ...{ timeoutMillis: TIMEOUT_MILLIS, tryMillis: TRY_MILLIS, idleMillis: IDLE_MILLIS, waitingMaximum: WAITING_MAXIMUM },
  heapMegabytes: HEAP_MEGABYTES,
});

/** The invoice as PDF/A-3, with its e-invoice inside. Throws HelperError. */
export async function pdfOf(row: InvoiceRow): Promise<Buffer> {
  const file = await helper.ask({ kind: 'pdf', row });
  if (file === null || file.byteLength > BYTES_MAXIMUM) throw new Error(`The file of ${row.number} is too large.`);
  return Buffer.from(file.buffer, file.byteOffset, file.byteLength);
}

/** The e-invoice alone; null where the standard can't express it. Throws HelperError. */
export async function xmlOf(row: InvoiceRow): Promise<Buffer | null> {
  const file = await helper.ask({ kind: 'xml', row });
  return file === null ? null : Buffer.from(file.buffer, file.byteOffset, file.byteLength);
}
