import * as contract from '@postern/contract/first-steps';
import type { Database } from '../../db/client.ts';
import type { Serve } from '../../http/serve.ts';
import type { Clock } from '../../runtime/clock.ts';
import { noteFirstStep } from './note-first-step.ts';
import { readFirstSteps } from './read-first-steps.ts';

export function firstStepRoutes(serve: Serve, deps: { db: Database; clock: Clock }): void {
  serve(contract.readFirstSteps, (context) => readFirstSteps(deps, context));
  serve(contract.noteFirstStep, (context, input) => noteFirstStep(deps, context, input));
}
