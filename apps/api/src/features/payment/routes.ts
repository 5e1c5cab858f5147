import type { GatewayEvent, PaymentGateway } from '@postern/adapter-payment/port';
import { confirmSandboxPayment } from '@postern/contract/payment';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/client.ts';
import type { Serve } from '../../http/serve.ts';
import { PanelError } from '../../http/panel-error.ts';
import { confirmAtSandbox } from './confirm-at-sandbox.ts';

export type GatewayRouteDeps = {
  db: Database;
  gateway: PaymentGateway;
  sandboxGatewayUrl: (() => Promise<string>) | null;
  publicUrl: string;
  onEvent: (event: GatewayEvent) => Promise<void>;
};

/** Webhooks of the gateway, and the sandbox's card form behind our address. */
export async function gatewayRoutes(app: FastifyInstance, serve: Serve, deps: GatewayRouteDeps): Promise<void> {
  await app.register(async (scope) => {
    // The signature is over the bytes that were sent.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 65_536 }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(`/webhooks/${deps.gateway.name}`, async (request) => {
      const event = deps.gateway.verifyWebhook(request.body as Buffer, request.headers, Date.now());
      if (event === null) throw new PanelError('MALFORMED_BODY', { reason: 'signature' });
      // A gateway reports more than it is asked to; an answer other than 200 would make it send that again for days.
      if (event !== 'ignored') await deps.onEvent(event);
      return {};
    });
  });
  const { sandboxGatewayUrl } = deps;
  if (sandboxGatewayUrl === null) return;
  serve(confirmSandboxPayment, (_context, input) => confirmAtSandbox({ ...deps, baseUrl: sandboxGatewayUrl }, input));
}
