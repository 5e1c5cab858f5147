export { checkVisitReason } from './check-reason.ts';
export { maySeeVisits } from './may-see-visits.ts';
export { changesWhereMailGoes, maySetInVisit } from './records-in-visit.ts';
export { REFUSED_IN_VISITS } from './refused-operations.ts';
export {
  REASON_MAXIMUM,
  TICKET_MAXIMUM,
  VISIT_NEARS_END_MILLIS,
  VISIT_WAITS_MILLIS,
  visitEnd,
  VISITS_MAXIMUM,
} from './visit-limits.ts';
export {
  ALLOWED_IN_VISITS,
  mayInVisit,
  mayInVisitWith,
  VISIT_PLACES,
  type VisitPlace,
  visitRule,
} from './visit-operations.ts';
