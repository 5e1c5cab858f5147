export { readStaffSearch } from './read-search.ts';
export type { StaffSearch } from './read-search.ts';
export {
  FOUND_MAXIMUM,
  SEARCHES_MAXIMUM,
  STAFF_IDLE_MILLIS,
  STAFF_LINK_HOURS,
  STAFF_SESSION_MILLIS,
} from './staff-limits.ts';
export { isOfPartner, isStaffRoleName, STAFF_ROLE_NAMES, staffRoleName, staffRoleOf } from './staff-roles.ts';
export type { StaffRole, StaffRoleName } from './staff-roles.ts';
