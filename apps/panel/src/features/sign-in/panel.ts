export { type Denial, readDenial, reportRefusal } from './denial.ts';
export { EntryField, EntryPassword } from './entry-field.tsx';
export { EntryFrame } from './entry-frame.tsx';
export { FormFailure } from './form-failure.tsx';
export { OfacDenied } from './ofac-denied.tsx';
export { SetPasswordForm } from './set-password-form.tsx';
export { TotpStep } from './totp-step.tsx';
