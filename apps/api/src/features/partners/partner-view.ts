import type { PartnerInfo } from '@postern/contract/partners';
import { NO_URLS } from './create-partner.ts';
import type { PartnerRow } from './partner-repository.ts';

export function toPartnerInfo(row: PartnerRow): PartnerInfo {
  return {
    partnerId: row.partnerId,
    companyName: row.companyName,
    partnerState: row.state,
    brand: row.brand,
    resources: { cpThemeId: row.themeId, controlPanelLogoUrl: row.logoUrl, controlPanelLogoDarkUrl: row.logoDarkUrl },
    theme: row.theme,
    // A partner made before an address was introduced lacks it in its row.
    urls: { ...NO_URLS, ...row.urls },
    flags: row.flags,
    emails: { supportEmail: row.supportEmail },
    paymentEnabled: row.paymentEnabled,
    productName: row.productName,
  };
}
