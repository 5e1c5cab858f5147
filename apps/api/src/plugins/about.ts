import type { FastifyInstance } from 'fastify';
import type { SecurityContact } from '../config/security-contact.ts';
import { sendProblem } from '../http/error-handler.ts';
import { PanelError } from '../http/panel-error.ts';
import type { Release } from '../runtime/release.ts';

/**
 * `/version`: which release runs. Anyone may read it: the names of the panel's files reveal the build anyway, and the licence
 * gives every visitor a right to the sources of what runs. It asks no other service, so it also answers in an outage.
 * `/.well-known/security.txt`: to whom to report a security problem (RFC 9116). Not found without a contact, or when its date has passed,
 * from which on readers must not trust it.
 */
export function installAbout(
  app: FastifyInstance,
  {
    release,
    securityContact,
    clock,
  }: { release: Release; securityContact: SecurityContact | null; clock: { now(): Date } },
): void {
  app.get('/version', (_request, reply) => reply.header('cache-control', 'no-store').send(release));
  app.get('/.well-known/security.txt', (_request, reply) =>
    securityContact === null || securityContact.expires <= clock.now()
      ? sendProblem(reply, new PanelError('NOT_FOUND'))
      : reply.type('text/plain; charset=utf-8').send(securityText(securityContact)),
  );
}

const securityText = ({ contacts, expires }: SecurityContact): string =>
  [...contacts.map((contact) => `Contact: ${contact}`), `Expires: ${expires.toISOString()}`, ''].join('\n');
