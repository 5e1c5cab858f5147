export { endVisitsOfStaff } from './end-visit.ts';
export { noteLook } from './note-look.ts';
export { findSessionOfVisit } from './visit-repository.ts';
