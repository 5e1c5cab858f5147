import * as contract from '@postern/contract/customer-data';
import type { Serve } from '../../http/serve.ts';
import { askForErasure, cancelErasure, type ErasureDeps, readErasure } from './ask-for-erasure.ts';
import { cancelErasureOfLink, readErasureOfLink } from './cancel-by-link.ts';
import { exportCustomerData, type ExportDeps } from './export-customer-data.ts';

export function customerDataRoutes(serve: Serve, deps: ExportDeps & ErasureDeps): void {
  serve(contract.exportCustomerData, (context) => exportCustomerData(deps, context));
  serve(contract.readErasure, (context) => readErasure(deps, context));
  serve(contract.askForErasure, (context, input) => askForErasure(deps, context, input));
  serve(contract.cancelErasure, (context) => cancelErasure(deps, context));
  serve(contract.readErasureOfLink, (_context, { token }) => readErasureOfLink(deps, token));
  serve(contract.cancelErasureOfLink, (_context, { token }) => cancelErasureOfLink(deps, token));
}
