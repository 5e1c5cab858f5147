import { derivedId } from '../../../runtime/ids.ts';

/** The id of the invoice for a journal of the books. It is known before the invoice is issued. */
export const invoiceIdOf = (journalKey: string): string => derivedId('invoice', journalKey);
