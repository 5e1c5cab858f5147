export { checkLoginForm } from './check-login-form.ts';
export type { LoginForm, LoginProblem } from './check-login-form.ts';
export { ADMIN_TYPES, adminTypeOf, isStaffRole, ROLES, roleName, SUPPORTERS } from './roles.ts';
export type { AdminType, Role, RoleName } from './roles.ts';
export { SESSION_TTL_SECONDS, STAFF_IDLE_SECONDS } from './session-durations.ts';
