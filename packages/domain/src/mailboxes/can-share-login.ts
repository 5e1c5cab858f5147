import { SHARE_LOGIN_WINDOW_DAYS } from './limits.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether 'share login info' is offered: only while the domain is young. Both times are milliseconds since 1970. Spec 2 §2. */
export function canShareLogin(domainCreatedAt: number, now: number): boolean {
  return now - domainCreatedAt <= SHARE_LOGIN_WINDOW_DAYS * DAY_MS;
}
