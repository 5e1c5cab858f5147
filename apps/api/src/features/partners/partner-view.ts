import type { PartnerInfo } from '@postern/contract/partners';
import type { PartnerRow } from './partner-repository.ts';

export function toPartnerInfo(row: PartnerRow): PartnerInfo {
  return {
    partnerId: row.partnerId,
    companyName: row.companyName,
    partnerState: row.state,
    brand: row.brand,
    resources: { cpThemeId: row.themeId, controlPanelLogoUrl: row.logoUrl, controlPanelLogoDarkUrl: row.logoDarkUrl },
    theme: row.theme,
    urls: row.urls,
    flags: row.flags,
    emails: { supportEmail: row.supportEmail },
    paymentEnabled: row.paymentEnabled,
    productName: row.productName,
  };
}
