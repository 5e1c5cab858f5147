import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const isBundle = path.basename(here) === 'api' && path.basename(path.dirname(here)) === 'dist';
const root = isBundle ? path.resolve(here, '../..') : path.resolve(here, '../../..');

/** Where things lie, for the bundle in dist/api and for the sources alike. */
export const LOCATIONS = {
  root,
  migrations: isBundle ? path.join(here, 'migrations') : path.join(here, 'db/migrations'),
  panel: path.join(root, 'dist/panel'),
  planCatalogue: path.join(root, 'deploy/plan-catalogue.yaml'),
  sandboxGateway: isBundle
    ? path.join(here, 'sandbox-gateway.mjs')
    : path.join(root, 'packages/adapters/payment/src/sandbox-gateway/main.ts'),
};
