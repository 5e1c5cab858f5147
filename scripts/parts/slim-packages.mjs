import { readFile } from 'node:fs/promises';

/**
 * Packages that another one loads at the start for what we never use, and what it takes from them: pg-boss's schedules (`schedule: false` in
 * job-queue.ts), and the listing of a folder by @fastify/static (it has one route for all files). Whoever calls them after all is told.
 */
const LEFT_OUT = {
  'cron-parser': ['CronExpressionParser'],
  'rrule-temporal': ['RRuleTemporal'],
  glob: ['glob'],
};

const standIn = (name) => `const leftOut = () => {
  throw new Error('${name} is left out of the build: scripts/parts/slim-packages.mjs');
};
${LEFT_OUT[name].map((each) => `exports.${each} = new Proxy(leftOut, { get: leftOut, construct: leftOut });`).join('\n')}`;

const ROUTER_NODE = /node_modules[/\\]find-my-way[/\\]lib[/\\]node\.js$/;
const LONG_PREFIX = 'const LONG_PREFIX_MIN_LENGTH = 16';

/** For the server's build: what only makes its start longer and its memory larger is taken out of other people's packages. */
export const slimPackages = {
  name: 'slim-packages',
  setup(build) {
    const names = new RegExp(`^(${Object.keys(LEFT_OUT).join('|')})$`);
    build.onResolve({ filter: names }, ({ path }) => ({ path, namespace: 'left-out' }));
    build.onLoad({ filter: /./, namespace: 'left-out' }, ({ path }) => ({ contents: standIn(path), loader: 'js' }));
    // The router compiles a function for each piece of an address of up to 15 letters, hundreds at each start. It has another way, for longer ones.
    build.onLoad({ filter: ROUTER_NODE }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!text.includes(LONG_PREFIX)) throw new Error(`${path} has changed: see scripts/parts/slim-packages.mjs`);
      return { contents: text.replace(LONG_PREFIX, 'const LONG_PREFIX_MIN_LENGTH = 2'), loader: 'js' };
    });
  },
};
