import { readFile } from 'node:fs/promises';

/**
 * Packages that another one loads at the start for what we never use, and what it takes from them (all of it, if nothing is named): pg-boss's
 * schedules (`schedule: false` in job-queue.ts), the listing of a folder by @fastify/static (it has one route for all files), and pino's
 * transports in threads. Whoever calls them after all is told.
 */
const LEFT_OUT = {
  'cron-parser': ['CronExpressionParser'],
  'rrule-temporal': ['RRuleTemporal'],
  glob: ['glob'],
  'thread-stream': [],
};

const standIn = (name) => `const leftOut = () => {
  throw new Error('${name} is left out of the build: scripts/parts/slim-packages.mjs');
};
const all = new Proxy(leftOut, { get: leftOut, construct: leftOut });
${LEFT_OUT[name].map((each) => `exports.${each} = all;`).join('\n') || 'module.exports = all;'}`;

/** Lines of other people's packages, each in one file, and what stands there in the build. */
const REPLACED = [
  {
    // The router compiles a function for each piece of an address of up to 15 letters, hundreds at each start. It has another way, for longer ones.
    file: 'find-my-way/lib/node.js',
    line: 'const LONG_PREFIX_MIN_LENGTH = 16',
    by: 'const LONG_PREFIX_MIN_LENGTH = 2',
  },
  {
    // Fastify compares its own version with the one that a plugin is for, always written so: `5.x`. Anything else is refused.
    file: 'fastify/lib/plugin-utils.js',
    line: "const semver = require('semver')",
    by: "const semver = { satisfies: (version, range) => range === `${version.split('.')[0]}.x` }",
  },
  {
    // Only for a server with `http2`.
    file: 'fastify/lib/server.js',
    line: "const http2 = require('node:http2')",
    by: 'const http2 = null',
  },
  {
    // The server is no worker's thread.
    file: 'pino/lib/tools.js',
    line: "const { isMainThread } = require('worker_threads')",
    by: 'const isMainThread = true',
  },
  {
    // The steps of pg-boss's own schema, a hundred thousand characters of SQL, are put together when one is missing.
    file: 'pg-boss/dist/contractor.js',
    line: 'this.migrations = this.config.migrations || migrationStore.getAllForConfig(this.config);',
    by: "Object.defineProperty(this, 'migrations', { get: () => this.config.migrations || migrationStore.getAllForConfig(this.config) });",
  },
  {
    // Prepares a class for each status at the start.
    file: '@fastify/send/lib/createHttpError.js',
    line: "const createError = require('http-errors')",
    by: "const createError = (...all) => require('http-errors')(...all)",
  },
];

const endOf = (file) =>
  new RegExp(`[/\\\\]node_modules[/\\\\]${file.replace(/[./]/g, (sign) => (sign === '/' ? '[/\\\\]' : '\\.'))}$`);

/** For the server's build: what only makes its start longer and its memory larger is taken out of other people's packages. */
export const slimPackages = {
  name: 'slim-packages',
  setup(build) {
    const names = new RegExp(`^(${Object.keys(LEFT_OUT).join('|')})$`);
    build.onResolve({ filter: names }, ({ path }) => ({ path, namespace: 'left-out' }));
    build.onLoad({ filter: /./, namespace: 'left-out' }, ({ path }) => ({ contents: standIn(path), loader: 'js' }));
    const missing = new Set(REPLACED.map(({ file }) => file));
    for (const { file, line, by } of REPLACED)
      build.onLoad({ filter: endOf(file) }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        if (!text.includes(line)) throw new Error(`${path} has changed: see scripts/parts/slim-packages.mjs`);
        missing.delete(file);
        return { contents: text.replace(line, by), loader: 'js' };
      });
    build.onEnd(() => {
      if (missing.size > 0) throw new Error(`not in the build any more: ${[...missing].join(', ')}`);
    });
  },
};
