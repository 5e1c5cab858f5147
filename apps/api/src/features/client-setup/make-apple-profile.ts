import { renderAppleProfile } from '@postern/domain/client-setup';
import { derivedId } from '../../runtime/ids.ts';
import { parseSetupAddress, readSetupDomain, type SetupDeps } from './setup-domain.ts';

/** A profile that sets up an address in Apple Mail. It holds no password, so anyone may download it. */
export async function makeAppleProfile(
  deps: SetupDeps,
  { email, host }: { email: unknown; host: string },
): Promise<string> {
  const { address, domainName } = parseSetupAddress(email);
  const { providerName, servers } = await readSetupDomain(deps, domainName, host);
  return renderAppleProfile({
    email: address,
    organisation: providerName,
    servers,
    profileId: derivedId('apple-profile', address),
    accountId: derivedId('apple-profile-account', address),
  });
}
