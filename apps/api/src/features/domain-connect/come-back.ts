import { panelUrlOf, type PanelAddressDeps } from '../partners/public.ts';

const PAGE = '/domain-verification?source=domain-connect';
export const COME_BACK_PATH = '/domain-connect/back';

/**
 * Where the provider sends the person back to. Providers know the panel by its public address alone, as our template has it; from there
 * the person is led on to the partner's own host, where they are signed in.
 */
export async function backAddress(deps: PanelAddressDeps, partnerId: number): Promise<string> {
  const isElsewhere = (await panelUrlOf(deps, partnerId)) !== deps.publicUrl;
  return deps.publicUrl + (isElsewhere ? `${COME_BACK_PATH}?partnerId=${partnerId}` : PAGE);
}

/** The page that the person left, with what the provider says of its failure. An unknown partner's is the public address. */
export async function pageToComeBackTo(
  deps: PanelAddressDeps,
  { partnerId, error }: { partnerId?: unknown; error?: unknown },
): Promise<string> {
  const isId = typeof partnerId === 'string' && /^\d{1,9}$/.test(partnerId);
  const page = new URL(PAGE, isId ? await panelUrlOf(deps, Number(partnerId)) : deps.publicUrl);
  if (typeof error === 'string') page.searchParams.set('error', error.slice(0, 100));
  return page.href;
}
