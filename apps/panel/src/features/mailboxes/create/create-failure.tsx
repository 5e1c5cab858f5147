import { SubmitFailure } from '../../../lib/forms/submit-failure.tsx';
import { refusedFields } from './refused-fields.ts';

/** A failure that concerns the whole form. */
export function CreateFailure({ failure, pending }: { failure: Error | null; pending: boolean }) {
  if (failure === null || Object.keys(refusedFields(failure)).length > 0) return null;
  return <SubmitFailure failure={failure} pending={pending} />;
}
