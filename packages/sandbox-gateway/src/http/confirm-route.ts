import type { FastifyInstance } from 'fastify';
import { confirmIntent } from '../intents/confirm-intent.ts';
import type { GatewayServerOptions } from './gateway-server-options.ts';
import { confirmBody } from './request-bodies.ts';
import { parseRequest, RequestError } from './request-error.ts';

/** The payer's call: confirms an intent with a card, authorised by the client secret. A declined card is an answer, not an HTTP error. */
export function confirmRoute(app: FastifyInstance, options: GatewayServerOptions): void {
  const { ledger, key, faults, publicUrl } = options;
  app.post('/confirm', async (request, reply) => {
    const answer = confirmIntent(ledger, key, parseRequest(confirmBody, request.body));
    if (!answer) throw new RequestError(404, 'client_secret_unknown', 'No payment has this client secret.');
    await ledger.durable();
    await faults.delayAnswer();
    if (faults.takeDroppedConfirmReply()) {
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    }
    reply.header('cache-control', 'no-store');
    if (answer.status !== 'requires_action') return answer;
    const { status, challengeId } = answer;
    const signature = key.signChallenge(challengeId);
    return { status, challengeUrl: `${publicUrl()}/challenge/${challengeId}?signature=${signature}` };
  });
}
