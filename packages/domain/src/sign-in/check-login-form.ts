import { isEmailAddress, trimSpaces } from '../addresses/index.ts';
import { couldBePassword } from '../passwords/index.ts';
import { isCustomerId } from './short-customer-id.ts';

export type LoginForm = {
  email: string;
  password: string;
  customerId: string;
  /** The field only appears after an AMBIGUOUS_CREDENTIALS answer. */
  isCustomerIdShown: boolean;
};

/** A refused field of the login screen, and the key of its text. Spec 1 §5, Login. */
export type LoginProblem =
  | { field: 'email'; code: 'login.emailError1' | 'login.emailError2' }
  | { field: 'password'; code: 'login.passwordError' | 'login.passwordRule' }
  | { field: 'customerId'; code: 'login.custIdError' | 'login.custIdWrong' };

/** What is wrong with the login form, in the order of its fields; empty when it may be sent. Spec 1 §5, Login. */
export function checkLoginForm(form: LoginForm): LoginProblem[] {
  const problems: LoginProblem[] = [];
  const email = trimSpaces(form.email);
  if (email === '') problems.push({ field: 'email', code: 'login.emailError1' });
  else if (!isEmailAddress(email)) problems.push({ field: 'email', code: 'login.emailError2' });
  if (form.password === '') problems.push({ field: 'password', code: 'login.passwordError' });
  else if (!couldBePassword(form.password)) problems.push({ field: 'password', code: 'login.passwordRule' });
  if (form.isCustomerIdShown) {
    if (form.customerId.trim() === '') problems.push({ field: 'customerId', code: 'login.custIdError' });
    else if (!isCustomerId(form.customerId)) problems.push({ field: 'customerId', code: 'login.custIdWrong' });
  }
  return problems;
}
