import { invoicePdf, invoiceXml } from '@postern/contract/invoices';
import { uuid } from '@postern/contract/shapes';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/client.ts';
import { countAttempt } from '../../http/limit-attempts.ts';
import { PanelError } from '../../http/panel-error.ts';
import { sessionOf, type ServeDeps } from '../../http/serve.ts';
import type { Clock } from '../../runtime/clock.ts';
import { HelperError } from '../../runtime/helper-process.ts';
import { pdfOf, xmlOf } from './files/invoice-files.ts';
import { findInvoice, type InvoiceRow } from './list-invoices.ts';

type Deps = { db: Database; clock: Clock } & Pick<ServeDeps, 'findSession'>;

/** An invoice as a file, made from its row on request. */
export function downloadRoutes(app: FastifyInstance, deps: Deps): void {
  serveFile(app, deps, invoicePdf, pdfOf);
  serveFile(app, deps, invoiceXml, async (row) => {
    const xml = await xmlOf(row);
    if (xml === null) throw new PanelError('NOT_FOUND');
    return xml;
  });
}

/** Many files are being made, or one takes too long: the same address works later. */
function askLater(error: unknown): never {
  if (error instanceof HelperError && error.kind !== 'failed')
    throw new PanelError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS }, { cause: error });
  throw error;
}

const RETRY_SECONDS = 10;
/** In 15 minutes, all invoices of eight years among them. One customer mustn't keep the helper busy for all others. */
const FILES_MAXIMUM = 120;

function serveFile(
  app: FastifyInstance,
  deps: Deps,
  { id: operationId, method, path, mediaType }: typeof invoicePdf | typeof invoiceXml,
  make: (row: InvoiceRow) => Promise<Buffer>,
): void {
  const ending = path.slice(path.lastIndexOf('.'));
  app.route<{ Params: { invoiceId: string } }>({
    method,
    url: path.replace('{invoiceId}', ':invoiceId'),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { actor } = await sessionOf(deps.findSession, request, operationId);
      const id = uuid.safeParse(request.params.invoiceId);
      if (!id.success) throw new PanelError('NOT_FOUND');
      await countAttempt(deps, [`invoice-file/${actor.customerId}`], FILES_MAXIMUM);
      const row = await findInvoice(deps, actor, id.data);
      const file = await make(row).catch(askLater);
      return reply
        .type(mediaType)
        .header('content-disposition', `attachment; filename="${row.number}${ending}"`)
        .send(file);
    },
  });
}
