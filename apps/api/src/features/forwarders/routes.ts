import * as contract from '@postern/contract/forwarders';
import type { Database } from '../../db/client.ts';
import type { Serve } from '../../http/serve.ts';
import type { Clock } from '../../runtime/clock.ts';
import { addForwarderRecipients, removeForwarderRecipients } from './change-recipients.ts';
import { createForwarder } from './create-forwarder.ts';
import { deleteForwarder } from './delete-forwarder.ts';
import { listForwarders } from './list-forwarders.ts';

export function forwarderRoutes(serve: Serve, deps: { db: Database; clock: Clock }): void {
  serve(contract.listForwarders, (context) => listForwarders(deps, context));
  serve(contract.createForwarder, (context, input) => createForwarder(deps, context, input));
  serve(contract.deleteForwarder, (context, input) => deleteForwarder(deps, context, input.email));
  serve(contract.addForwarderRecipients, (context, input) => addForwarderRecipients(deps, context, input));
  serve(contract.removeForwarderRecipients, (context, input) => removeForwarderRecipients(deps, context, input));
}
