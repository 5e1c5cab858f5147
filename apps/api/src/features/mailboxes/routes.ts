import * as former from '@postern/contract/former-address';
import * as administration from '@postern/contract/mailbox-administration';
import * as contract from '@postern/contract/mailboxes';
import type { FastifyInstance } from 'fastify';
import { parseQuery, type Serve, type ServeDeps, sessionOf } from '../../http/serve.ts';
import { callFrom } from '../../runtime/request-origin.ts';
import { checkEmailAvailability } from './create/check-email-availability.ts';
import { type CreateMailboxDeps, createMailbox } from './create/create-mailbox.ts';
import { deleteMailbox } from './delete/delete-mailbox.ts';
import { readFormerAddress, restoreFormerAddress } from './former-address/restore-former-address.ts';
import { exportMailboxes } from './list/export-mailboxes.ts';
import { listMailboxes } from './list/list-mailboxes.ts';
import { readOwnMailbox } from './list/read-own-mailbox.ts';
import { replaceMailbox } from './replace/replace-mailbox.ts';
import { listSuspensions } from './suspend/list-suspensions.ts';
import { type SuspendDeps, suspendMailbox } from './suspend/suspend-mailbox.ts';
import { unsuspendMailbox } from './suspend/unsuspend-mailbox.ts';
import { type MailLinkDeps, resetMailboxPassword, sendLoginDetails } from './update/mail-mailbox-link.ts';
import { updateMailbox } from './update/update-mailbox.ts';

export function mailboxRoutes(serve: Serve, deps: CreateMailboxDeps & MailLinkDeps & SuspendDeps): void {
  serve(contract.listMailboxes, (context, input) => listMailboxes(deps, context, input));
  serve(contract.readOwnMailbox, (context) => readOwnMailbox(deps, context));
  serve(contract.createMailbox, (context, input) => createMailbox(deps, context, input));
  serve(administration.deleteMailbox, (context, input) => deleteMailbox(deps, context, input));
  serve(administration.replaceMailbox, (context, input) => replaceMailbox(deps, context, input));
  serve(administration.updateMailbox, (context, input) => updateMailbox(deps, context, input));
  serve(administration.updateUser, (context, input) => updateMailbox(deps, context, input));
  serve(administration.resetMailboxPassword, (context, input) => resetMailboxPassword(deps, context, input));
  serve(administration.sendLoginDetails, (context, input) => sendLoginDetails(deps, context, input));
  serve(administration.suspendMailbox, (context, input) => suspendMailbox(deps, context, input));
  serve(administration.unsuspendMailbox, (context, input) => unsuspendMailbox(deps, context, input));
  serve(administration.listSuspensions, (context, input) => listSuspensions(deps, context, input.accountId));
  serve(former.readFormerAddress, (_context, input) => readFormerAddress(deps, input.token));
  serve(former.restoreFormerAddress, (_context, input) => restoreFormerAddress(deps, input.token));
  serve(administration.checkEmailAvailability, (context, input) => checkEmailAvailability(deps, context, input));
}

/** The list as a file, which is no operation: its answer is a stream. */
export function exportRoute(app: FastifyInstance, deps: CreateMailboxDeps & Pick<ServeDeps, 'findSession'>): void {
  const { id, method, path, mediaType } = contract.exportMailboxes;
  app.route({
    method,
    url: path,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { actor } = await sessionOf(deps.findSession, request, id);
      const caller = { ip: request.ip, agent: request.headers['user-agent'] ?? '' };
      const input = parseQuery(contract.exportMailboxes.query, request);
      const file = await callFrom(caller, () => exportMailboxes(deps, { actor, requestId: request.id }, input));
      return reply
        .type(`${mediaType}; charset=utf-8`)
        .header('content-disposition', 'attachment; filename="mailboxes.csv"')
        .send(file);
    },
  });
}
