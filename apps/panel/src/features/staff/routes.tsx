import type { PanelRoute } from '../../lib/panel-route.ts';
import { PATHS } from '../../lib/paths.ts';

/** Open even if a customer is signed in, because staff accounts are separate. */
const ofStaff = {
  access: 'open',
  skipsGuard: true,
  mobileSupported: true,
  frame: 'bare',
  texts: ['panel', 'passwords', 'security', 'staff', 'domains', 'home', 'supportVisits'],
} as const;

export const routes: readonly PanelRoute[] = [
  {
    ...ofStaff,
    path: PATHS.staff,
    title: 'staff.page.title',
    load: async () => (await import('./staff-page.tsx')).StaffPage,
  },
  {
    ...ofStaff,
    path: PATHS.staffCustomer,
    title: 'staff.customer.title',
    load: async () => (await import('./customer-page.tsx')).CustomerPage,
  },
  {
    ...ofStaff,
    path: PATHS.staffPassword,
    title: 'setPassword.page.firstTitle',
    load: async () => (await import('./staff-password-page.tsx')).StaffPasswordPage,
  },
];
