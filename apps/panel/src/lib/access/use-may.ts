import { isStaffRole } from '@postern/domain/sign-in';
import { mayInVisit } from '@postern/domain/support-visits';
import { useRole } from './use-role.ts';

/** Whether this session may call an operation at all. A support visit may call only some, and the panel hides the others. SUP-01. */
export function useMay(): (operationId: string) => boolean {
  const isVisit = isStaffRole(useRole());
  return (operationId) => !isVisit || mayInVisit(operationId);
}
