import type { Feature } from '../../feature/feature.ts';
import { challengeRoutes } from './challenge-routes.ts';
import { paymentCommands } from './commands.ts';
import { hear } from './hear.ts';
import { retryFailedEvents } from './retry-failed-events.ts';
import { gatewayRoutes } from './routes.ts';

export const payment: Feature = {
  commands: paymentCommands,
  sweeps: [{ name: 'gateway-events', everyMillis: 15_000, run: retryFailedEvents }],
  routes: async ({ app, serve }, services) => {
    await gatewayRoutes(app, serve, { ...services, onEvent: (event) => hear(services, event) });
    const { sandboxGatewayUrl: baseUrl } = services;
    if (baseUrl !== null) await app.register(async (scope) => challengeRoutes(scope, { ...services, baseUrl }));
  },
};
