import { isPublicAddress } from '@postern/adapter-dns/public-internet/public-address';
import type { ImportConfig } from '../config/import-config.ts';

/** Whether an import may connect to an IP address: to public ones, and to the operator's own former servers. */
export const mayImportFrom =
  ({ privateAddresses }: Pick<ImportConfig, 'privateAddresses'>) =>
  (address: string): boolean =>
    isPublicAddress(address) || privateAddresses.includes(address);
