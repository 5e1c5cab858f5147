import type { DomainConnectData } from '@postern/contract/domain-connection';
import { type PanelOptions, renderPanel } from './render-panel.tsx';
import { aLogin } from './samples.ts';

let opened = 0;

/** A screen of the domain's set-up before a server on which this is known, and a look finds this. */
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
      ...options.handlers,
    },
  });
}
