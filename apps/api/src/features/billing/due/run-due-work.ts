import { PaymentGatewayError } from '@postern/adapter-payment/port';
import { claimDueOrder, type DueOrder } from '../../subscriptions/public.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { advanceFrom } from '../payment/advance-payment.ts';
import { giveUpPayment } from '../payment/give-up-payment.ts';
import { findOpenPayment, listOpenRenewals, type PaymentRow } from '../payment/payment-repository.ts';
import type { DueStep } from './due-step.ts';
import { takeDueStep } from './take-due-step.ts';

/** Something that happened automatically: when it was due, and what it was. */
export type Ran = { at: string; job: string; customerId: string };

const OPEN_AT_ONCE = 500;
/** For so long a payment counts as just written. The gateway remembers a key for a day. */
const NEW_MILLIS = 60_000;

type Run = {
  deps: BillingDeps;
  until: Date;
  ran: Ran[];
  /** Orders that are left for the next run. */
  left: Set<string>;
  isGatewayAway: boolean;
  leavesTime: boolean;
  stopping: AbortSignal | undefined;
};

const isOver = ({ isGatewayAway, stopping }: Run): boolean => isGatewayAway || stopping?.aborted === true;

type Pace = {
  /** How many orders at a time. */
  atOnce?: number;
  /** Whether payments that another run left open are part of it. */
  paysOpen?: boolean;
  /** Whether a step that comes late puts off what follows it. False: everything is done as if it were on time. */
  leavesTime?: boolean;
  /** Ends the run after the steps that it is at. */
  stopping?: AbortSignal | undefined;
};

/**
 * Does everything that is due until an instant, each step as of its own instant. So one run after a month gives the same books as one a day;
 * one order at a time does it all in order. Any number of processes may run it: each claims other orders, each step is taken under the
 * order's lock, and a charge has one key. What can't be done now, such as while the gateway is away, is left for the next run.
 */
export async function runDueWork(
  deps: BillingDeps,
  until: Date,
  { atOnce = 1, paysOpen = true, leavesTime = false, stopping }: Pace = {},
): Promise<Ran[]> {
  const run: Run = { deps, until, ran: [], left: new Set(), isGatewayAway: false, leavesTime, stopping };
  do {
    await workTogether(run, atOnce);
  } while (paysOpen && (await payOpenRenewals(run)));
  return run.ran;
}

/** Starts with one worker; each worker that claims an order starts another. When nothing is due, as is usual, one query is enough. */
async function workTogether(run: Run, atMost: number): Promise<void> {
  const working: Promise<void>[] = [];
  const errors: unknown[] = [];
  const callOne = () => {
    if (working.length < atMost) working.push(workOn(run, callOne).catch((error: unknown) => void errors.push(error)));
  };
  callOne();
  // The list grows meanwhile, and this goes on to its end.
  for (const one of working) await one;
  if (errors.length > 0) throw errors[0];
}

/** Takes one step of one order after the other, until nothing is left to claim. */
async function workOn(run: Run, onClaim: () => void): Promise<void> {
  const { deps, until } = run;
  while (!isOver(run)) {
    let order: DueOrder | null = null;
    const began = deps.clock.now().getTime();
    try {
      const step = await deps.db.asSystem(async (tx) => {
        order = await claimDueOrder(tx, { until, except: [...run.left] });
        if (order === null) return null;
        onClaim();
        return takeDueStep(tx, deps, order, run.leavesTime);
      });
      if (order === null || step === null) return;
      await finishStep(run, order, step, began);
    } catch (error) {
      if (order === null) throw error;
      leave(run, order, error);
      // Each call that was one too many leaves one worker less to call.
      if (isTooMany(error)) return;
    }
  }
}

/** The part of a step that happens outside its transaction. */
async function finishStep(run: Run, order: DueOrder, step: DueStep, began: number): Promise<void> {
  switch (step.kind) {
    case 'done':
      return note(run, order, step.job);
    case 'pay':
      return pay(run, order, { ...step, isNew: step.isNew === true && isRecent(run, began) });
    case 'in-the-way':
      return clearTheWay(run, order, step.payment);
    case 'wait':
      run.left.add(order.orderId);
      return;
    case 'none':
      return;
  }
}

const isRecent = ({ deps }: Run, began: number): boolean => deps.clock.now().getTime() - began < NEW_MILLIS;

async function pay(
  run: Run,
  order: DueOrder,
  { job, payment, isNew }: { job: string; payment: PaymentRow; isNew?: boolean },
): Promise<void> {
  const { state } = await advanceFrom(run.deps, payment, { isNew: isNew === true });
  if (state !== 'open') note(run, order, job);
}

/** A customer's own payment ends before the renewal. One that the bank still works on can't be ended, so the renewal waits. */
async function clearTheWay({ deps, left }: Run, order: DueOrder, payment: PaymentRow): Promise<void> {
  await giveUpPayment(deps, payment);
  const open = await deps.db.asSystem((tx) => findOpenPayment(tx, order));
  if (open?.paymentId === payment.paymentId) left.add(order.orderId);
}

/** Goes on with renewals whose payment was left open. True if one came to its end, so that more may be due. */
async function payOpenRenewals(run: Run): Promise<boolean> {
  const { deps, until, left } = run;
  const before = run.ran.length;
  for (const payment of await deps.db.asSystem((tx) => listOpenRenewals(tx, until, OPEN_AT_ONCE))) {
    if (isOver(run)) break;
    const order = { ...payment, dueAt: payment.createdAt };
    if (left.has(order.orderId)) continue;
    try {
      await pay(run, order, { job: payment.kind === 'add-on' ? 'end-add-on-trial' : 'renew', payment });
    } catch (error) {
      leave(run, order, error);
    }
  }
  return run.ran.length > before;
}

function leave(run: Run, { orderId }: DueOrder, error: unknown): void {
  run.left.add(orderId);
  run.isGatewayAway ||= isAway(error);
  run.deps.log.warn({ err: error, orderId }, 'due work left for later');
}

/** A payment that the bank still works on concerns its own order only: the gateway has answered. */
const isAway = (error: unknown): boolean =>
  error instanceof PaymentGatewayError &&
  error.kind === 'unavailable' &&
  error.code !== 'intent_processing' &&
  !isTooMany(error);

/** The gateway answers, and wants fewer calls. */
const isTooMany = (error: unknown): boolean => error instanceof PaymentGatewayError && error.code === 'rate_limit';

const note = ({ ran }: Run, { dueAt, customerId }: DueOrder, job: string): void => {
  ran.push({ at: dueAt.toISOString(), job, customerId });
};
