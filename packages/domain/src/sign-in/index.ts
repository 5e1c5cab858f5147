export { checkLoginForm } from './check-login-form.ts';
export type { LoginProblem } from './check-login-form.ts';
export { isStaffRole, ROLES, roleName, SUPPORTERS } from './roles.ts';
export type { Role, RoleName } from './roles.ts';
export { SESSION_TTL_SECONDS } from './session-durations.ts';
