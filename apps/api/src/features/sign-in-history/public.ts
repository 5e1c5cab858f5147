export { recordSignIns, type SignInPlace } from './record-sign-ins.ts';
