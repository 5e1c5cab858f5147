import type { AppDeps } from '../app.ts';
import { PanelBuilds } from '../plugins/panel-builds.ts';

/** A built panel in a folder, alone, or next to builds of other releases in `dataDir`. */
export const aPanel = (dir: string, dataDir = dir, madeAt: Date | null = null): NonNullable<AppDeps['panel']> => ({
  dir,
  builds: new PanelBuilds(dir, dataDir, madeAt),
});
