export { CodeField } from './code-field.tsx';
export { QrCode } from './qr-code.tsx';
export { RecoveryCodes } from './recovery-codes.tsx';
export { SecretForApp } from './secret-for-app.tsx';
export { TwoFactorCard } from './two-factor-card.tsx';
export { useCodeForm } from './use-code-form.ts';
