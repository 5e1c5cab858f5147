import type { MailBackend } from '@postern/adapter-mail/port';
import * as contract from '@postern/contract/app-passwords';
import type { Database } from '../../db/client.ts';
import type { Serve } from '../../http/serve.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import type { Clock } from '../../runtime/clock.ts';
import { createAppPassword } from './create-app-password.ts';
import { deleteAppPassword } from './delete-app-password.ts';
import { listAppPasswords } from './list-app-passwords.ts';

type Deps = { db: Database; clock: Clock; jobs: JobQueue; mail: MailBackend };

export function appPasswordRoutes(serve: Serve, deps: Deps): void {
  serve(contract.listAppPasswords, (context) => listAppPasswords(deps, context));
  serve(contract.createAppPassword, (context, input) => createAppPassword(deps, context, input));
  serve(contract.deleteAppPassword, (context, input) => deleteAppPassword(deps, context, input.id));
}
