export { checkDisputes } from './check-disputes.ts';
export { findPaidBy, findTakenBack, listHeldPayments, listOpenDisputes } from './dispute-repository.ts';
export { readCharged } from './read-charged.ts';
export { receiveDisputeEvent } from './follow-dispute.ts';
