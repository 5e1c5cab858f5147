import type { DomainStep } from './domain-step.ts';

/** What a new customer does first, in the order in which it is shown. */
export const FIRST_STEPS = ['mailbox', 'domain', 'phone', 'team'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/**
 * - `next`: the one to do now. At most one step is.
 * - `open`: can be done now.
 * - `waiting`: was begun, and nothing is left to do but wait.
 * - `failed`: was done, and no longer holds.
 * - `later`: needs a mailbox first.
 */
export type StepState = 'next' | 'open' | 'waiting' | 'failed' | 'later' | 'done';

/** What really happened; nothing here is a click on the list, except a person's word about what no server can see. */
export type FirstStepsFacts = {
  mailboxes: number;
  domain: DomainStep;
  /** An app password was made for an app, or a person says that the phone is set up: a mail app in use can't be seen. */
  isPhoneSetUp: boolean;
  /** Login details were mailed, or a person says that the team knows, since we can't see what is said elsewhere. */
  isTeamTold: boolean;
};

/** The state of each step. */
export function firstSteps(facts: FirstStepsFacts): Record<FirstStep, StepState> {
  const hasMailbox = facts.mailboxes > 0;
  const withMailbox = (isDone: boolean): StepState => (!hasMailbox ? 'later' : isDone ? 'done' : 'open');
  const states: Record<FirstStep, StepState> = {
    mailbox: hasMailbox ? 'done' : 'open',
    domain: DOMAIN_STATES[facts.domain],
    phone: withMailbox(facts.isPhoneSetUp),
    team: withMailbox(facts.isTeamTold),
  };
  const next = FIRST_STEPS.find((step) => states[step] === 'open');
  return next === undefined ? states : { ...states, [next]: 'next' };
}

const DOMAIN_STATES: Record<DomainStep, StepState> = {
  connected: 'done',
  checking: 'waiting',
  set: 'waiting',
  left: 'failed',
  open: 'open',
};
