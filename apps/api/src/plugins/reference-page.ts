import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { sendProblem, toPanelError } from '../http/error-handler.ts';
import { PanelError } from '../http/panel-error.ts';
import { installSecurityHeaders } from '../http/security-headers.ts';
import { newRequestId } from '../runtime/ids.ts';

/** Leaves out the viewer's own bar, and lets texts, tables and code be read like those of a manual, on a phone, too. */
const STYLE = `
.swagger-ui .topbar, .swagger-ui .info hgroup.main > a { display: none }
.swagger-ui .wrapper { max-width: 68rem }
.swagger-ui .info { margin: 2rem 0 }
.swagger-ui .info .description { max-width: 46rem; overflow-wrap: anywhere }
.swagger-ui .info .markdown p, .swagger-ui .info .markdown td { font-size: 1rem; line-height: 1.55 }
.swagger-ui .info .markdown table { display: block; overflow-x: auto }
.swagger-ui .markdown table thead tr th, .swagger-ui .markdown table tbody tr td { min-width: 0; padding: 0.5rem 1.5rem 0.5rem 0 }
.swagger-ui .markdown code, .swagger-ui .renderedMarkdown code { color: inherit !important; font-weight: 400 !important; overflow-wrap: anywhere }
.swagger-ui .info .markdown pre { margin: 0 }
.swagger-ui .info .markdown pre > code { display: block; padding: 0.75rem; overflow-x: auto; white-space: pre-wrap }
.swagger-ui .opblock .opblock-summary-description { text-wrap: pretty }
.swagger-ui .response-col_links { display: none }
.swagger-ui .opblock-tag { flex-wrap: wrap; overflow-wrap: anywhere }
@media (max-width: 48rem) {
  .swagger-ui .opblock .opblock-summary-control { flex-wrap: wrap }
  .swagger-ui .opblock .opblock-summary-path { max-width: 100% }
  .swagger-ui .scheme-container .schemes { flex-wrap: wrap }
  .swagger-ui .opblock-body table, .swagger-ui .responses-table { table-layout: fixed; overflow-wrap: anywhere }
  .swagger-ui .response-col_status, .swagger-ui .parameters-col_name { min-width: 0; width: 30% }
  .swagger-ui .highlight-code { overflow-x: auto }
}
`;

/** The pages below `/docs`, as a separate app that never listens. */
export async function referencePage(document: Record<string, unknown>): Promise<FastifyInstance> {
  const app = Fastify({ genReqId: newRequestId });
  installSecurityHeaders(app);
  // Also covers what the static-files plugin would refuse with its own texts, such as an address outside its folder.
  app.setErrorHandler((error: FastifyError, request, reply) =>
    sendProblem(reply, (error.statusCode ?? 500) < 500 ? new PanelError('NOT_FOUND') : toPanelError(error, request)),
  );
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, new PanelError('NOT_FOUND')));
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'list', displayOperationId: true, tryItOutEnabled: false, defaultModelsExpandDepth: 0 },
    theme: { title: 'Postern panel API', css: [{ filename: 'reference.css', content: STYLE }] },
  });
  await app.ready();
  return app;
}
