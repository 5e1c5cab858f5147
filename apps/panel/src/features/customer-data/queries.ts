import { exportCustomerData } from '@postern/contract/customer-data';
import { mutationOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api-client.ts';

/** Everything that is stored about the account, as a ZIP archive. */
export const exportCustomerDataMutation = () =>
  mutationOptions({ mutationFn: async () => await call(exportCustomerData, {}) });
