import type { GatewayEvent, PaymentGateway } from '@postern/adapter-payment/port';
import { confirmSandboxPayment } from '@postern/contract/payment';
import type { CardGatewayChoice } from '@postern/contract/purchase';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { Serve } from '../../http/serve.ts';
import type { MovableClock } from '../../runtime/clock.ts';
import { confirmAtSandbox } from './confirm-at-sandbox.ts';

export type GatewayRouteDeps = {
  db: Database;
  clock: MovableClock;
  gateway: PaymentGateway;
  cardGateway: CardGatewayChoice | null;
  sandboxGatewayUrl: (() => Promise<string>) | null;
  publicUrl: string;
  onEvent: (event: GatewayEvent) => Promise<void>;
};

/** The gateway's webhooks, and the sandbox's card form under our address. None of it exists where no card is taken. */
export async function gatewayRoutes(app: FastifyInstance, serve: Serve, deps: GatewayRouteDeps): Promise<void> {
  if (deps.cardGateway === null) return;
  await app.register(async (scope) => {
    // The signature covers the bytes as sent.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 65_536 }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(`/webhooks/${deps.gateway.name}`, async (request) => {
      const event = deps.gateway.verifyWebhook(request.body as Buffer, request.headers, deps.clock.unmoved().getTime());
      if (event === null) throw new PanelError('MALFORMED_BODY', { reason: 'signature' });
      // Gateways also report events we don't need. Any answer other than 200 would make them repeat those for days.
      if (event !== 'ignored') await deps.onEvent(event);
      return {};
    });
  });
  const { sandboxGatewayUrl } = deps;
  if (sandboxGatewayUrl === null) return;
  serve(confirmSandboxPayment, (_context, input) => confirmAtSandbox({ ...deps, baseUrl: sandboxGatewayUrl }, input));
}
