import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const above = path.dirname(here);
const isBundle = path.basename(above) === 'api' && path.basename(path.dirname(above)) === 'dist';
const sources = path.resolve(here, '..');
const root = path.resolve(here, isBundle ? '../../..' : '../../../..');

/** Where files are, both for a build in dist/api and for the sources. */
export const LOCATIONS = {
  root,
  /** Names this build of the server; null where the sources run. */
  build: isBundle ? path.basename(here) : null,
  migrations: isBundle ? path.join(here, 'migrations') : path.join(sources, 'db/migrations'),
  /** The texts of mails and invoices, a file for each language. */
  texts: isBundle ? path.join(here, 'texts') : path.join(sources, 'texts/locales'),
  panel: path.join(root, 'dist/panel'),
  planCatalogue: path.join(root, 'deploy/plan-catalogue.yaml'),
  invoiceHelper: isBundle
    ? path.join(here, 'invoice-helper.mjs')
    : path.join(sources, 'features/invoices/files/file-helper.ts'),
  importWorker: isBundle ? path.join(here, 'import-worker.mjs') : path.join(sources, 'start/import-worker.ts'),
  sandboxGateway: isBundle
    ? path.join(here, 'sandbox-gateway.mjs')
    : path.join(root, 'packages/sandbox-gateway/src/main.ts'),
};
