import { listInvoices as operation } from '@postern/contract/invoices';
import type { Serve } from '../../http/serve.ts';
import type { Database } from '../../db/client.ts';
import { listInvoices } from './list-invoices.ts';

export function invoiceRoutes(serve: Serve, deps: { db: Database }): void {
  serve(operation, (context, input) => listInvoices(deps, context, input));
}
