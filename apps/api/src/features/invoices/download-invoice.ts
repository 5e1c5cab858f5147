import { invoicePdf, invoiceXml } from '@postern/contract/invoices';
import { uuid } from '@postern/contract/shapes';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import { sessionOf, type ServeDeps } from '../../http/serve.ts';
import { makeXml } from './e-invoice/make-xml.ts';
import { findInvoice, type InvoiceRow } from './list-invoices.ts';
import { makePdf } from './paper/make-pdf.ts';

type Deps = { db: Database } & Pick<ServeDeps, 'findSession'>;

/** An invoice as a file, made from its row when somebody asks for it. */
export function downloadRoutes(app: FastifyInstance, deps: Deps): void {
  serveFile(app, deps, invoicePdf, async (row) => makePdf(row, await makeXml(row)));
  serveFile(app, deps, invoiceXml, async (row) => {
    const xml = await makeXml(row);
    if (xml === null) throw new PanelError('NOT_FOUND');
    return Buffer.from(xml);
  });
}

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
      const row = await findInvoice(deps, actor, id.data);
      const file = await make(row);
      return reply
        .type(mediaType)
        .header('content-disposition', `attachment; filename="${row.number}${ending}"`)
        .send(file);
    },
  });
}
