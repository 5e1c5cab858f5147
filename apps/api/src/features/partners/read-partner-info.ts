import type { PartnerInfo } from '@postern/contract/partners';
import { brandOf, PARTNER_IDS } from '@postern/domain/partners';
import type { Database } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import {
  findPartner,
  findPartnerIdOfDomain,
  findPartnerIdOfHost,
  findPartnerIdOfServer,
} from './partner-repository.ts';
import { toPartnerInfo } from './partner-view.ts';

type PartnerInfoDeps = { db: Database; referral?: object | null };

export type PartnerQuestion = {
  partnerId?: number | undefined;
  domainId?: string | undefined;
  brandedHost?: string | undefined;
  /** An installation of the partner, from a link. */
  serverId?: string | undefined;
};

/** Finds the partner by id, installation, domain or host; for an unknown host, the default partner of the host's brand. */
export async function readPartnerInfo(deps: PartnerInfoDeps, question: PartnerQuestion): Promise<PartnerInfo> {
  const partnerId = await whichPartner(deps.db, question);
  const row = partnerId === null ? null : await findPartner(deps.db.global, partnerId);
  if (row === null) throw new PanelError('NOT_FOUND');
  return { ...toPartnerInfo(row), ...(deps.referral ? { hasReferral: true } : {}) };
}

async function whichPartner(db: Database, question: PartnerQuestion): Promise<number | null> {
  if (question.partnerId !== undefined) return question.partnerId;
  if (question.serverId !== undefined) return findPartnerIdOfServer(db.global, question.serverId);
  if (question.domainId !== undefined)
    return db.asSystem((tx) => findPartnerIdOfDomain(tx, question.domainId?.toLowerCase() ?? ''));
  const host = (question.brandedHost ?? '').toLowerCase().replace(/:\d+$/, '');
  return (await findPartnerIdOfHost(db.global, host)) ?? defaultPartnerOf(host);
}

function defaultPartnerOf(host: string): number {
  return brandOf({ partnerBrand: null, host }) === 'neo'
    ? PARTNER_IDS.domainRegistrar.production
    : PARTNER_IDS.defaultBrand.production;
}
