import { type DueOrder, listDueOrders } from '../../subscriptions/public.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { advancePayment } from '../payment/advance-payment.ts';
import { giveUpPayment } from '../payment/give-up-payment.ts';
import { takeDueStep } from './take-due-step.ts';

/** One thing that happened by itself: when it was due, and what it was. */
export type Ran = { at: string; job: string; customerId: string };

const ORDERS_AT_ONCE = 50;

/**
 * Does everything that is due until an instant, in order, each as of its own instant. So one run after a month gives the same books as one
 * a day. Any number of processes may run it: each step is taken under the order's lock, and a charge has one key. What can't be done now,
 * such as while the gateway is away, is left for the next run.
 */
export async function runDueWork(deps: BillingDeps, until: Date): Promise<Ran[]> {
  const ran: Ran[] = [];
  const stuck = new Set<string>();
  for (;;) {
    const due = await deps.db.asSystem((tx) => listDueOrders(tx, until, ORDERS_AT_ONCE + stuck.size));
    const next = due.find((order) => !stuck.has(keyOf(order)));
    if (next === undefined) return ran;
    const done = await runOne(deps, next);
    if (done === null) stuck.add(keyOf(next));
    else ran.push(done);
  }
}

const keyOf = ({ orderId, dueAt }: DueOrder): string => `${orderId} ${dueAt.getTime()}`;

/** One step of one order; null if it is left for later. */
async function runOne(deps: BillingDeps, order: DueOrder): Promise<Ran | null> {
  try {
    const step = await deps.db.asSystem((tx) => takeDueStep(tx, deps, order));
    if (step.kind === 'in-the-way') {
      await giveUpPayment(deps, step.payment);
      return await runOne(deps, order);
    }
    if (step.kind === 'pay') {
      const payment = await advancePayment(deps, step.payment);
      if (payment.state === 'open') return null;
    }
    return { at: order.dueAt.toISOString(), job: step.job, customerId: order.customerId };
  } catch (error) {
    deps.log.warn({ err: error, orderId: order.orderId }, 'due work left for later');
    return null;
  }
}
