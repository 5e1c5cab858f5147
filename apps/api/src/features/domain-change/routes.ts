import * as contract from '@postern/contract/domain-change';
import type { Serve } from '../../http/serve.ts';
import { changeDomain, type ChangeDeps } from './change-domain.ts';
import { previewDomainChange } from './preview-domain-change.ts';
import { readDomainChange } from './read-domain-change.ts';

export function domainChangeRoutes(serve: Serve, deps: ChangeDeps): void {
  serve(contract.changeDomain, (context, input) => changeDomain(deps, context, input));
  serve(contract.previewDomainChange, (context, input) => previewDomainChange(deps, context, input));
  serve(contract.readDomainChange, (context) => readDomainChange(deps, context));
}
