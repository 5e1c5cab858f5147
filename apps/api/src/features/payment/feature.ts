import { settlePurchase as settleOperation } from '@postern/contract/purchase';
import type { Feature } from '../../feature/feature.ts';
import type { Services } from '../../feature/services.ts';
import { settleChange } from '../billing/public.ts';
import { readSettlement, settlePurchase } from '../purchase/public.ts';
import { challengeRoutes } from './challenge-routes.ts';
import { paymentCommands } from './commands.ts';
import { hear } from './hear.ts';
import { retryFailedEvents } from './retry-failed-events.ts';
import { gatewayRoutes } from './routes.ts';

/** What a partner took on its page, for the change of an order or for a purchase. */
async function settle(services: Services, jwt: string): Promise<{ status: 'settled' }> {
  const settlement = await readSettlement(services, jwt);
  return (await settleChange(services, settlement)) ?? (await settlePurchase(services, settlement));
}

export const payment: Feature = {
  commands: paymentCommands,
  sweeps: [{ name: 'gateway-events', everyMillis: 15_000, run: retryFailedEvents }],
  routes: async ({ app, serve }, services) => {
    await gatewayRoutes(app, serve, { ...services, onEvent: (event) => hear(services, event) });
    serve(settleOperation, (_context, input) => settle(services, input.jwt));
    const { sandboxGatewayUrl: baseUrl } = services;
    if (baseUrl !== null) await app.register(async (scope) => challengeRoutes(scope, { ...services, baseUrl }));
  },
};
