import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['apps/api/src/{db,http}/tables.ts', 'apps/api/src/features/*/tables.ts'],
  out: 'apps/api/src/db/migrations',
});
