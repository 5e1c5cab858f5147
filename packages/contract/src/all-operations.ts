import * as events from './events.ts';
import * as mailboxes from './mailboxes.ts';
import type { Operation } from './operation.ts';
import * as partners from './partners.ts';
import * as payment from './payment.ts';
import * as plans from './plans.ts';
import * as purchase from './purchase.ts';
import * as session from './session.ts';
import * as subscriptions from './subscriptions.ts';

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'path' in value && 'input' in value && 'errors' in value;

/** Every operation of the contract: what the server must mount and the OpenAPI document prints. */
export const ALL_OPERATIONS: readonly Operation[] = [
  session,
  partners,
  plans,
  purchase,
  payment,
  subscriptions,
  mailboxes,
  events,
].flatMap((feature) => Object.values(feature).filter(isOperation));
