import type { InputOf } from '@postern/contract/operation';
import { type PartnerInfo, readPartnerInfo } from '@postern/contract/partners';
import { call } from '../http/api-client.ts';
import { createStore, useStore } from '../store/store.ts';
import { applyPartnerTheme } from './theme.ts';

/** The partner whose panel this is, read before the first screen, by host name if nothing better is known. Spec 1 §3, Partner info. */
const partner = createStore<PartnerInfo | null>(null);

export async function loadPartner(which: InputOf<typeof readPartnerInfo>): Promise<PartnerInfo> {
  const info = await call(readPartnerInfo, which);
  partner.write(info);
  applyPartnerTheme(info);
  return info;
}

export const loadPartnerOfHost = (): Promise<PartnerInfo> => loadPartner({ brandedHost: window.location.hostname });

/** Reads the partner if nobody has yet, as when a session ends while the panel starts. A screen's loader waits for it. */
export const ensurePartner = async (): Promise<PartnerInfo> => partner.read() ?? (await loadPartnerOfHost());

export const readPartner = (): PartnerInfo | null => partner.read();

/** The partner of this visit. Every screen is drawn after it was read; only the start-up may find none. */
export function usePartner(): PartnerInfo {
  const info = useStore(partner);
  if (!info) throw new Error('the partner is read before any screen is drawn');
  return info;
}

export const useMaybePartner = (): PartnerInfo | null => useStore(partner);
