import { type GatewayEvent, PaymentGatewayError } from '@postern/adapter-payment/port';
import type { Services } from '../../feature/services.ts';
import { PanelError } from '../../http/panel-error.ts';
import { receivePaymentEvent, receiveRefundEvent } from '../billing/public.ts';
import { receiveDisputeEvent } from '../disputes/public.ts';
import { receiveGatewayEvent } from '../purchase/public.ts';
import { forgetFailedEvent, noteFailedEvent } from './failed-events.ts';

/**
 * A payment belongs either to a purchase or to an order, so one of the two finds nothing. The event counts as received once both were
 * asked. Refunds and disputes come last, when the payment is booked.
 */
async function handle(services: Services, event: GatewayEvent): Promise<void> {
  await receivePaymentEvent(services, event);
  await receiveGatewayEvent(services, event);
  await receiveRefundEvent(services, event);
  await receiveDisputeEvent(services, event);
}

/**
 * Handles a webhook of the gateway. A failed one is stored and tried again here, however soon the gateway gives up. Handling it again does
 * no harm.
 */
export async function hear(services: Services, event: GatewayEvent, { isRetry = false } = {}): Promise<void> {
  const { db, clock, log } = services;
  try {
    await handle(services, event);
  } catch (error) {
    const noted = { event, lastError: describeError(error), at: clock.now(), isRetry };
    // If even that can't be stored, only the gateway's own repetition is left.
    await noteFailedEvent(db, noted).catch((err: unknown) =>
      log.error({ err, eventId: event.eventId }, 'gateway event'),
    );
    throw error;
  }
  await forgetFailedEvent(db, event.eventId);
}

const LONGEST = 200;

/** For the operator's list: what went wrong, without the values of a statement. */
function describeError(error: unknown): string {
  if (error instanceof PaymentGatewayError) return `gateway: ${error.kind} (${error.code})`;
  if (error instanceof PanelError) return error.code;
  const [first = ''] = (error instanceof Error ? error.message : 'unknown').split('\n');
  return first.slice(0, LONGEST);
}
