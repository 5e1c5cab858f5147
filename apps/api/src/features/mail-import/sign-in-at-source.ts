import {
  MailSourceError,
  type MailSource,
  type SourceLogin,
  type SourceSession,
} from '@postern/adapter-mail-source/port';
import type { ErrorCode } from '@postern/contract/errors';
import { SOURCE_TRIES } from '@postern/domain/mail-import';
import type { Database } from '../../db/client.ts';
import { countAttempt } from '../../http/limit-attempts.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { Clock } from '../../runtime/clock.ts';

export type SourceDeps = { db: Database; clock: Clock; mailSource: MailSource };

const CODES: Record<MailSourceError['kind'], ErrorCode> = {
  auth_failed: 'IMAP_AUTH_FAILED',
  host_not_allowed: 'HOST_NOT_ALLOWED',
  certificate: 'CERTIFICATE_FAULT',
  no_starttls: 'STARTTLS_MISSING',
  not_found: 'MAIL_SERVER_UNREACHABLE',
  unreachable: 'MAIL_SERVER_UNREACHABLE',
  throttled: 'MAIL_SERVER_UNREACHABLE',
  dropped: 'MAIL_SERVER_UNREACHABLE',
  protocol: 'MAIL_SERVER_UNREACHABLE',
};

/**
 * Signs in at a source for a person who waits, uses the connection and closes it. Tries are counted for the customer, for the server and
 * for the account there, and only a sign-in that works is forgiven: nobody guesses a stranger's password through us, or looks for open
 * ports. The account's count is each customer's own, so that nobody else's guesses lock its owner out here.
 */
export async function withSource<T>(
  deps: SourceDeps,
  customerId: string,
  login: SourceLogin,
  use: (session: SourceSession) => Promise<T>,
): Promise<T> {
  const account = `${login.host}/${login.user.toLowerCase()}`;
  const byCustomer = await countAttempt(deps, [`import/customer/${customerId}`], SOURCE_TRIES.ofCustomer);
  const bySource = await countAttempt(
    deps,
    [`import/host/${customerId}/${login.host}`, `import/account/${customerId}/${account}`],
    SOURCE_TRIES.ofCustomerAtHost,
  );
  const byHost = await countAttempt(deps, [`import/host/${login.host}`], SOURCE_TRIES.atHost);
  const session = await deps.mailSource.connect(login).catch((error: unknown) => {
    throw toPanelError(error);
  });
  try {
    const used = await use(session).catch((error: unknown) => {
      throw toPanelError(error);
    });
    // Not before the end, so that calls to a server that keeps them waiting are limited, too.
    for (const counted of [byCustomer, bySource, byHost]) await counted.forgive();
    return used;
  } finally {
    await session.close().catch(() => {});
  }
}

/** Tries a sign-in, and reads and keeps nothing. Throws the error to show if it fails. */
export const trySource = (deps: SourceDeps, customerId: string, login: SourceLogin): Promise<void> =>
  withSource(deps, customerId, login, async () => {});

/** What a person is told about a failed sign-in. The message of the error stays in the log: it may quote the server. */
function toPanelError(error: unknown): unknown {
  if (!(error instanceof MailSourceError)) return error;
  return new PanelError(CODES[error.kind], error.attrs, { cause: error });
}
