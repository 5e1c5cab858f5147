import type { Feature } from '../../feature/feature.ts';
import { cleanUpImports } from './clean-up-imports.ts';
import { IMPORT_ENDED_MAIL, IMPORT_PASSWORD_MAIL } from './import-mails.ts';
import { mailImportRoutes } from './routes.ts';
import { runImports } from './run-imports.ts';
import { endAccesses } from './sign-in/end-accesses.ts';

export const mailImportFeature: Feature = {
  routes: ({ serve }, services) => mailImportRoutes(serve, services),
  sweeps: [
    { name: 'mail-import', everyMillis: 1_000, run: runImports },
    { name: 'mail-import-access', everyMillis: 10_000, run: endAccesses },
  ],
  cleanUps: [cleanUpImports],
  mails: [IMPORT_PASSWORD_MAIL, IMPORT_ENDED_MAIL],
};
