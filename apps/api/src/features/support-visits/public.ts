export { endVisitsOfStaff } from './end-visit.ts';
export { toSupportVisit } from './list-visits.ts';
export { noteLook } from './note-look.ts';
export { findSessionOfVisit, listVisitsOfCustomer } from './visit-repository.ts';
