import * as contract from '@postern/contract/events';
import type { Serve } from '../../http/serve.ts';

/** The panel's events go to the log, where an operator's tools pick them up. They carry no credentials and no addresses. */
export function eventRoutes(serve: Serve): void {
  serve(contract.reportPreAuthEvent, async ({ log }, input) => {
    log.info({ event: input.name, attrs: input.attrs }, 'panel event');
    return {};
  });
  serve(contract.reportEntityChange, async ({ log, actor }, input) => {
    log.info(
      { event: input.name, attrs: input.attrs, partnerId: actor.partnerId, bundleId: actor.bundleId },
      'panel event',
    );
    return {};
  });
}
