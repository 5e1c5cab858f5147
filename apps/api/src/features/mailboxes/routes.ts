import * as contract from '@postern/contract/mailboxes';
import type { Serve } from '../../http/serve.ts';
import { createMailbox, type CreateMailboxDeps } from './create-mailbox.ts';
import { listMailboxes } from './list-mailboxes.ts';

export function mailboxRoutes(serve: Serve, deps: CreateMailboxDeps): void {
  serve(contract.listMailboxes, (context, input) => listMailboxes(deps, context, input));
  serve(contract.createMailbox, (context, input) => createMailbox(deps, context, input));
}
