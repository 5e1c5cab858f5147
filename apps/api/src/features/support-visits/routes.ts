import * as contract from '@postern/contract/support-visits';
import type { Serve } from '../../http/serve.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { answerSupportVisit, endSupportVisit } from './answer-visit.ts';
import { endVisitsOfStaff } from './end-visit.ts';
import { enterVisit } from './enter-visit.ts';
import { extendVisit } from './extend-visit.ts';
import { listSupportVisits, setVisitConsent } from './list-visits.ts';
import { openVisit, type VisitDeps } from './open-visit.ts';

export function supportVisitRoutes(serve: Serve, deps: VisitDeps & { sealer: Sealer }): void {
  serve(contract.openVisit, (context, input) => openVisit(deps, context, input));
  serve(contract.enterVisit, (context, input) => enterVisit(deps, context, input));
  serve(contract.extendVisit, (context, input) => extendVisit(deps, context, input));
  serve(contract.endVisit, async ({ staff }) => {
    await deps.db.asSystem((tx) => endVisitsOfStaff(tx, deps.clock, staff.staffId, 'staff'));
    return {};
  });
  serve(contract.listSupportVisits, (context) => listSupportVisits(deps, context));
  serve(contract.endSupportVisit, (context, input) => endSupportVisit(deps, context, input.visitId));
  serve(contract.answerSupportVisit, (context, input) => answerSupportVisit(deps, context, input));
  serve(contract.setVisitConsent, (context, input) => setVisitConsent(deps, context, input.required));
}
