import type { FastifyInstance, FastifyReply } from 'fastify';
import type { GatewayServerOptions } from '../http/gateway-server-options.ts';
import { answerChallenge, type ChallengeInBooks, findChallenge } from './answer-challenge.ts';
import { challengePage, challengePagePolicy, unknownChallengePage } from './challenge-page.ts';

interface ChallengeRequest {
  Params: { id: string };
  Querystring: { signature?: unknown };
  Body: unknown;
}

/** The page where the payer approves or declines. Its link is opaque and signed; anyone with the link may answer, as on a bank's page. */
export function challengeRoutes(app: FastifyInstance, options: GatewayServerOptions): void {
  const { ledger, key, allowedOrigins } = options;

  function isSigned(id: string, signature: unknown): boolean {
    return typeof signature === 'string' && key.isChallengeSignatureValid(id, signature);
  }

  function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
    return reply
      .code(status)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': challengePagePolicy(allowedOrigins),
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      .send(html);
  }

  app.get<ChallengeRequest>('/challenge/:id', async ({ params, query }, reply) => {
    const challenge = isSigned(params.id, query.signature) ? findChallenge(ledger.books, params.id) : null;
    await ledger.durable();
    if (!challenge) return sendPage(reply, 404, unknownChallengePage());
    return sendPage(reply, 200, challengePage(challenge, continueUrl(challenge, allowedOrigins)));
  });

  app.post<ChallengeRequest>('/challenge/:id', async ({ params, query, body }, reply) => {
    const decision = (body as { decision?: unknown } | null)?.decision;
    const known = isSigned(params.id, query.signature) && (decision === 'approve' || decision === 'decline');
    const challenge = known ? answerChallenge(ledger, params.id, decision === 'approve') : null;
    await ledger.durable();
    if (!challenge) return sendPage(reply, 404, unknownChallengePage());
    const onward = continueUrl(challenge, allowedOrigins);
    if (onward === null) return sendPage(reply, 200, challengePage(challenge, null));
    return reply.header('referrer-policy', 'no-referrer').redirect(onward, 303);
  });
}

/** Where the payer came from, if its origin is allowed; anything else would be an open redirect. */
function continueUrl({ returnUrl }: ChallengeInBooks, allowedOrigins: readonly string[]): string | null {
  return returnUrl !== null && allowedOrigins.includes(new URL(returnUrl).origin) ? returnUrl : null;
}
