export { maySeeVisits } from './may-see-visits.ts';
export { checkVisitReason } from './check-reason.ts';
export {
  REASON_MAXIMUM,
  TICKET_MAXIMUM,
  VISIT_NEARS_END_MILLIS,
  VISIT_WAITS_MILLIS,
  visitEnd,
} from './visit-limits.ts';
export {
  DECIDED_OPERATIONS,
  mayInVisit,
  mayInVisitWith,
  VISIT_PLACES,
  type VisitPlace,
  visitRule,
} from './visit-operations.ts';
