import { renderAutoconfig } from '@postern/domain/client-setup';
import { parseSetupAddress, readSetupDomain, type SetupDeps } from './setup-domain.ts';

/** Mozilla's autoconfig for the domain of the address, or else of the host name that was asked. */
export async function describeForThunderbird(
  deps: SetupDeps,
  { email, host }: { email: unknown; host: string },
): Promise<string> {
  const domain = email === undefined ? host.replace(/^autoconfig\./i, '') : parseSetupAddress(email).domainName;
  return renderAutoconfig(await readSetupDomain(deps, domain, host));
}
