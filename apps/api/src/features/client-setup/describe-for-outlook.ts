import { createHash } from 'node:crypto';
import {
  type AutodiscoverError,
  OUTLOOK_SCHEMA,
  parseAutodiscover,
  renderAutodiscover,
  renderAutodiscoverError,
} from '@postern/domain/client-setup';
import { PanelError } from '../../http/panel-error.ts';
import type { Clock } from '../../runtime/clock.ts';
import { parseSetupAddress, readSetupDomain, type SetupDeps } from './setup-domain.ts';

/** Outlook's autodiscover: the servers, or an error in Outlook's own format. Outlook only reads answers with status 200. */
export async function describeForOutlook(
  deps: SetupDeps & { clock: Clock },
  { xml, host }: { xml: string; host: string },
): Promise<string> {
  const question = parseAutodiscover(xml);
  if (question === null) return refuse(deps.clock, host, 600, 'Invalid Request');
  if (question.schema !== OUTLOOK_SCHEMA) return refuse(deps.clock, host, 601, 'Provider is not available');
  try {
    const { address, domainName } = parseSetupAddress(question.email);
    const { servers } = await readSetupDomain(deps, domainName, host);
    return renderAutodiscover({ email: address, displayName: address, servers });
  } catch (error) {
    if (error instanceof PanelError && error.code === 'NOT_FOUND')
      return refuse(deps.clock, host, 600, 'Invalid Request');
    throw error;
  }
}

/** `Id` identifies the answering server by a number derived from its name ([MS-OXDSCLI] §2.2.4.1.1.2). */
function refuse(clock: Clock, host: string, code: AutodiscoverError['code'], message: string): string {
  const id = createHash('sha256').update(host).digest().readUInt32BE(0);
  return renderAutodiscoverError({ code, message, now: clock.now(), id });
}
