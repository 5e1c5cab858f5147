import type { GatewayEvent } from '@postern/adapter-payment/port';
import type { Feature } from '../../feature/feature.ts';
import type { Services } from '../../feature/services.ts';
import { receivePaymentEvent } from '../billing/public.ts';
import { receiveDisputeEvent } from '../disputes/public.ts';
import { receiveGatewayEvent } from '../purchase/public.ts';
import { challengeRoutes } from './challenge-routes.ts';
import { gatewayRoutes } from './routes.ts';

/**
 * A payment belongs to a purchase or to an order: the other one finds nothing. The event counts as received once both were asked.
 * What it says of a dispute comes last, when the payment is booked.
 */
async function hear(services: Services, event: GatewayEvent): Promise<void> {
  await receivePaymentEvent(services, event);
  await receiveGatewayEvent(services, event);
  await receiveDisputeEvent(services, event);
}

export const payment: Feature = {
  routes: async ({ app, serve }, services) => {
    await gatewayRoutes(app, serve, { ...services, onEvent: (event) => hear(services, event) });
    const { sandboxGatewayUrl: baseUrl } = services;
    if (baseUrl !== null) await app.register(async (scope) => challengeRoutes(scope, { ...services, baseUrl }));
  },
};
