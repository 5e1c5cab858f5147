import type { Feature } from '../../feature/feature.ts';
import { cleanUpImports } from './clean-up-imports.ts';
import { sweepImports } from './import-sweep.ts';
import { IMPORT_ENDED_MAIL, IMPORT_PASSWORD_MAIL } from './import-mails.ts';
import { mailImportRoutes } from './routes.ts';
import { endAccesses } from './sign-in/end-accesses.ts';
import { IMPORT_SWEEP } from './wake-imports.ts';

export const mailImportFeature: Feature = {
  routes: ({ serve }, services) => mailImportRoutes(serve, services),
  sweeps: [
    { name: IMPORT_SWEEP, everyMillis: 1_000, run: sweepImports },
    { name: 'mail-import-access', everyMillis: 10_000, run: endAccesses },
  ],
  cleanUps: [cleanUpImports],
  mails: [IMPORT_PASSWORD_MAIL, IMPORT_ENDED_MAIL],
};
