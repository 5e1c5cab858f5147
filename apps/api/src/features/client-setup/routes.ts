import { readMailServers } from '@postern/contract/client-setup';
import { mailServersFor } from '@postern/domain/client-setup';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Serve } from '../../http/serve.ts';
import type { Clock } from '../../runtime/clock.ts';
import { describeForOutlook } from './describe-for-outlook.ts';
import { describeForThunderbird } from './describe-for-thunderbird.ts';
import { describeTransportPolicy, type PolicyDeps } from './describe-transport-policy.ts';
import { makeAppleProfile } from './make-apple-profile.ts';
import type { SetupDeps } from './setup-domain.ts';

const XML = 'text/xml; charset=utf-8';
const QUESTION_LIMIT_BYTES = 16_384;

/** The addresses where email apps look for settings, without a sign-in, and the panel's own operation. */
export async function clientSetupRoutes(
  app: FastifyInstance,
  serve: Serve,
  deps: SetupDeps & PolicyDeps & { clock: Clock },
): Promise<void> {
  serve(readMailServers, async (_context, { host }) => mailServersFor(host ?? '', deps.mailHosts));
  for (const url of ['/.well-known/autoconfig/mail/config-v1.1.xml', '/mail/config-v1.1.xml'])
    app.get(url, async (request, reply) => reply.type(XML).send(await describeForThunderbird(deps, askedOf(request))));
  // Not for apps, but for the mail servers that deliver to the domain.
  app.get('/.well-known/mta-sts.txt', async (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(await describeTransportPolicy(deps, request.hostname)),
  );
  app.get('/mail/apple.mobileconfig', async (request, reply) => {
    const profile = await makeAppleProfile(deps, askedOf(request));
    return reply
      .type('application/x-apple-aspen-config; charset=utf-8')
      .header('content-disposition', 'attachment; filename="mail.mobileconfig"')
      .send(profile);
  });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['text/xml', 'application/xml'],
      { parseAs: 'string', bodyLimit: QUESTION_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    );
    // Outlook uses both spellings.
    for (const url of ['/autodiscover/autodiscover.xml', '/Autodiscover/Autodiscover.xml'])
      scope.post(url, async (request, reply) => {
        const xml = typeof request.body === 'string' ? request.body : '';
        return reply.type(XML).send(await describeForOutlook(deps, { xml, host: request.hostname }));
      });
  });
}

const askedOf = (request: FastifyRequest): { email: unknown; host: string } => ({
  email: (request.query as { emailaddress?: unknown }).emailaddress,
  host: request.hostname,
});
