import * as contract from '@postern/contract/dkim';
import type { Database } from '../../db/client.ts';
import type { DnsServices } from '../../feature/dns-services.ts';
import type { Serve } from '../../http/serve.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { deleteDkimKey } from './delete-dkim-key.ts';
import { enableDkimKey } from './enable-dkim-key.ts';
import { generateDkimKey } from './generate-dkim-key.ts';
import { listDkimKeys } from './list-dkim-keys.ts';

type DkimDeps = { db: Database; clock: Clock; sealer: Sealer; dns: DnsServices };

export function dkimRoutes(serve: Serve, deps: DkimDeps): void {
  serve(contract.listDkimKeys, (context) => listDkimKeys(deps, context));
  serve(contract.generateDkimKey, (context) => generateDkimKey(deps, context));
  serve(contract.enableDkimKey, (context, input) => enableDkimKey(deps, context, input.dkimId));
  serve(contract.deleteDkimKey, (context, input) => deleteDkimKey(deps, context, input.dkimId));
}
