export { forgetStep, noteStep } from './first-step-repository.ts';
