export { findStaffActor } from './find-staff.ts';
