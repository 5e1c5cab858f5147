// Runs before every npm script on the machine's own Node (20 or newer), before anything is installed, so it has no dependencies.
//   node scripts/bootstrap.mjs          install the locked packages, the pinned Node among them
//   node scripts/bootstrap.mjs --test   and the system packages that the tests start
import { installDependencies } from './parts/install-dependencies.mjs';
import { installSystemPackages, LONG_TEST_TOOLS, TEST_TOOLS } from './parts/install-system-packages.mjs';

try {
  await installDependencies();
  if (process.argv.includes('--test'))
    installSystemPackages(
      [...TEST_TOOLS, ...(process.argv.includes('--long') ? LONG_TEST_TOOLS : [])],
      'The tests need',
    );
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
