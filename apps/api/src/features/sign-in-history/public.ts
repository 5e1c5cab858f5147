export { recordSignIns, type SignInPlace, type SignInToRecord } from './record-sign-ins.ts';
