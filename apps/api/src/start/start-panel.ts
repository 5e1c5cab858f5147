import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Config, ConfigError } from '../config/config.ts';
import type { Database } from '../db/client.ts';
import type { Sweep } from '../feature/feature.ts';
import type { Check } from '../plugins/health.ts';
import { PanelBuilds } from '../plugins/panel-builds.ts';
import { BUILD_ADVICE } from '../runtime/command-names.ts';
import { LOCATIONS } from '../runtime/locations.ts';
import type { Release } from '../runtime/release.ts';
import { announceProcess, forgetProcess, type RunningRelease } from './running-processes.ts';
import type { Stops } from './stops.ts';

const EVERY_MILLIS = 3_000;

/**
 * Gives the panel's build to the processes of other releases, tells them that this one runs, and follows what they run. The embedded
 * database has no other processes. Nothing may be answered before it is `announced`.
 */
export function startPanel(config: Config, db: Database, release: Release, stops: Stops) {
  const dir = LOCATIONS.panel;
  const isBuilt = existsSync(path.join(dir, 'index.html'));
  if (!isBuilt && config.mode === 'production')
    throw new ConfigError([`the panel isn't built: there is no page in ${dir}. ${BUILD_ADVICE}`]);
  const builds = isBuilt ? new PanelBuilds(dir, config.dataDir, release.madeAt) : null;
  builds?.share(new Date(db.nowMillis()));
  const processId = randomUUID();
  let others: RunningRelease[] = [];
  const follow = async () => {
    if (db.kind === 'pglite') return;
    others = await announceProcess(db, processId, { ...release, page: builds?.page ?? null });
    builds?.follow(others);
  };
  const announced = follow();
  stops.push(() => (db.kind === 'pglite' ? Promise.resolve() : forgetProcess(db, processId).catch(() => {})));
  const sweep: Sweep = { name: 'releases', everyMillis: EVERY_MILLIS, run: follow };
  const check: Check = {
    name: 'release',
    isNeeded: false,
    isNote: true,
    check: async () => ({ ok: true, detail: [release, ...others].map(nameOf).join('; another process runs ') }),
  };
  return { panel: builds && { dir, builds }, sweep, check, announced };
}

const nameOf = ({ version, schema }: Pick<Release, 'version' | 'schema'>): string => `${version}, schema ${schema}`;
