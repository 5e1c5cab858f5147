import * as contract from '@postern/contract/staff';
import type { Serve } from '../../http/serve.ts';
import { readCustomer } from './read-customer.ts';
import { searchCustomers } from './search-customers.ts';
import { signInStaff, signInStaffByTotp, type StaffSignInDeps } from './sign-in-staff.ts';
import { readOwnStaff, signOutStaff } from './staff-session.ts';
import { readStaffLink, setStaffPassword } from './staff-password.ts';
import { enableStaffTotp, startStaffTotp } from './staff-totp.ts';

export function staffRoutes(serve: Serve, deps: StaffSignInDeps): void {
  serve(contract.signInStaff, (context, input) => signInStaff(deps, context, input));
  serve(contract.signInStaffByTotp, (context, input) => signInStaffByTotp(deps, context, input));
  serve(contract.readStaffLink, (_context, input) => readStaffLink(deps, input.token));
  serve(contract.setStaffPassword, (context, input) => setStaffPassword(deps, context, input));
  serve(contract.readStaff, (context) => readOwnStaff(deps, context));
  serve(contract.signOutStaff, (context) => signOutStaff(deps, context));
  serve(contract.startStaffTotp, (context) => startStaffTotp(deps, context));
  serve(contract.enableStaffTotp, (context, input) => enableStaffTotp(deps, context, input.code));
  serve(contract.searchCustomers, (context, input) => searchCustomers(deps, context, input.q));
  serve(contract.readCustomer, (context, input) => readCustomer(deps, context, input.customerId));
}
