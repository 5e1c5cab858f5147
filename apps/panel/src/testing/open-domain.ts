// Compiles the page before the first test begins, so that it doesn't count against that test's time.
import '../features/domain-set-up/domain-set-up-page.tsx';
import type { DomainConnectData } from '@postern/contract/domain-connection';
import { type PanelOptions, renderPanel } from './render-panel.tsx';
import { aLogin } from './samples.ts';

let opened = 0;

/** Opens a set-up screen: `known` is what the server has stored of the domain, `found` what the next check finds. */
export async function openDomain(
  found: DomainConnectData,
  { known = found, path = '/activate', ...options }: PanelOptions & { known?: DomainConnectData; path?: string } = {},
) {
  opened += 1;
  return await renderPanel(path, {
    signedIn: aLogin({ token: `domain-${opened}` }),
    ...options,
    handlers: {
      readDomainConnection: () => known,
      checkDomain: () => found,
      listInstructionLinks: () => ({ links: [] }),
      listMissingAddresses: () => ({ addresses: [], count: 0 }),
      ...options.handlers,
    },
  });
}
