import { existsSync } from 'node:fs';
import path from 'node:path';
import { LOCATIONS } from './locations.ts';

/** A release has its own commands and no npm; only a release has this file. */
const isRelease = existsSync(path.join(LOCATIONS.root, 'release.json'));
const inRelease = (name: string): string => path.join(LOCATIONS.root, 'bin', name);

/** How an operator starts the server. */
export const START_COMMAND = isRelease ? inRelease('postern-server') : 'npm start';

/** What to do about a panel that isn't built. */
export const BUILD_ADVICE = isRelease ? 'Unpack the release again; SHA256SUMS lists its files.' : 'Run npm run build.';
