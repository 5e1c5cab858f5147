export { challengeVouched } from './challenge-vouched.ts';
export { checkFactor, type FactorDeps, type Proof } from './check-factor.ts';
export { deleteFactor, findFactor } from './second-factor-repository.ts';
export { openChallenge, passwordMark, sealChallenge } from './totp-challenge.ts';
