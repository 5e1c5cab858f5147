import type { Feature } from '../../feature/feature.ts';
import { dnsCommands } from './commands.ts';
import { publishZones, restoreZones } from './publish-zone.ts';
import { dnsRoutes } from './routes.ts';

export const dns: Feature = {
  routes: ({ serve }, services) => dnsRoutes(serve, services),
  commands: dnsCommands,
  sweeps: [
    { name: 'zones', everyMillis: 5_000, run: publishZones },
    { name: 'lost-zones', everyMillis: 10 * 60_000, run: restoreZones },
  ],
};
