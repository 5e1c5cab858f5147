import type { testImportConnection as operation } from '@postern/contract/mail-import';
import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import type { SessionContext } from '../../http/request-context.ts';
import { lookAtSource } from './look-at-source.ts';
import { readAccount, readDestination } from './read-wish.ts';
import type { ScheduleDeps } from './schedule-deps.ts';
import { loginWith, portsFor, readSecret } from './sign-in/use-sign-in.ts';
import { withSource } from './sign-in-at-source.ts';

/** Signs in at a source and says what an import would copy. Copies nothing and stores nothing. */
export async function testImportConnection(
  deps: ScheduleDeps,
  { actor }: SessionContext,
  input: ParsedInputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const destination = await deps.db.asTenant(actor.customerId, (tx) =>
    readDestination(tx, actor, input.destinationEmail),
  );
  const account = readAccount(input, portsFor(deps, input));
  const login = loginWith(account, await readSecret(deps, actor, account, input));
  return withSource(deps, actor.customerId, login, async (session) => {
    const look = await lookAtSource(session, { withJunkAndTrash: false, leftOutFolders: [] });
    const planned = new Map(look.copied.map((folder) => [folder.source, folder]));
    const leftOut = new Map(look.leftOut.map(({ source, reason }) => [source, reason]));
    return {
      folders: look.folders.map(({ path, messages, bytes }) => {
        const plan = planned.get(path);
        const reason = leftOut.get(path);
        return {
          ...{ folder: path, messages, bytes },
          isRenamed: plan?.isRenamed ?? false,
          ...(plan === undefined ? {} : { target: plan.target }),
          ...(reason === undefined ? {} : { leftOut: reason }),
        };
      }),
      ...{ messages: look.messages, bytes: look.bytes },
      freeBytes: Math.max(0, destination.quotaBytes - destination.usedBytes),
    };
  });
}
