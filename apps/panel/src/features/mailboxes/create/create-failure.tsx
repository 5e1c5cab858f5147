import { SubmitFailure } from '../../../lib/forms/submit-failure.tsx';
import { refusedFields } from './refused-fields.ts';

/** Why the form came back, when that is about no field of it. */
export function CreateFailure({ failure, pending }: { failure: Error | null; pending: boolean }) {
  if (failure === null || Object.keys(refusedFields(failure)).length > 0) return null;
  return <SubmitFailure failure={failure} pending={pending} />;
}
