export { type FirstStep, FIRST_STEPS, type FirstStepsFacts, firstSteps, type StepState } from './first-steps.ts';
export { areFirstStepsOver } from './are-first-steps-over.ts';
export { domainStep, type DomainFacts, SLOW_CHECK_MILLIS } from './domain-step.ts';
