import { useNavigate } from '@tanstack/react-router';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { forgetBulkSelection } from '../../lib/lists/bulk-selection.ts';
import { PATHS } from '../../lib/paths.ts';
import { startBulkMutation } from './queries.ts';
import { noteStartedJob } from './started-job.ts';

/** Starts a job once and opens its screen, which replaces this one in the history, so that Back leads to the list. */
export function useStartJob(onStarted: () => void = () => {}) {
  const navigate = useNavigate();
  return useSingleCall(startBulkMutation(), (job) => {
    onStarted();
    noteStartedJob(job);
    forgetBulkSelection();
    void navigate({ to: PATHS.bulk, search: { job }, replace: true });
  });
}
