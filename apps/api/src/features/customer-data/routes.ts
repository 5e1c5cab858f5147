import * as contract from '@postern/contract/customer-data';
import type { Serve } from '../../http/serve.ts';
import { exportCustomerData, type ExportDeps } from './export-customer-data.ts';

export function customerDataRoutes(serve: Serve, deps: ExportDeps): void {
  serve(contract.exportCustomerData, (context) => exportCustomerData(deps, context));
}
