import * as contract from '@postern/contract/bulk';
import type { Serve } from '../../http/serve.ts';
import { previewBulk, type PreviewDeps } from './preview-bulk.ts';
import { readBulk, type ReadDeps } from './read-bulk.ts';
import { retryBulk } from './retry-bulk.ts';
import { startBulk, type StartDeps } from './start-bulk.ts';

export function bulkRoutes(serve: Serve, deps: PreviewDeps & StartDeps & ReadDeps): void {
  serve(contract.previewBulk, (context, input) => previewBulk(deps, context, input));
  serve(contract.startBulk, (context, input) => startBulk(deps, context, input));
  serve(contract.readBulk, (context, input) => readBulk(deps, context, input));
  serve(contract.retryBulk, (context, input) => retryBulk(deps, context, input));
}
