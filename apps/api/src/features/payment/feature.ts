import type { Feature } from '../../feature/feature.ts';
import { receiveGatewayEvent } from '../purchase/public.ts';
import { challengeRoutes } from './challenge-routes.ts';
import { gatewayRoutes } from './routes.ts';

export const payment: Feature = {
  routes: async ({ app, serve }, services) => {
    await gatewayRoutes(app, serve, { ...services, onEvent: (event) => receiveGatewayEvent(services, event) });
    const { sandboxGatewayUrl: baseUrl } = services;
    if (baseUrl !== null) await app.register(async (scope) => challengeRoutes(scope, { ...services, baseUrl }));
  },
};
