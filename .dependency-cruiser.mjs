// Which part may import which. docs/map.md lists the parts, docs/patterns.md follows one call through them.
//
//   domain <- contract <- api, panel      domain <- adapters <- api      ui <- panel
//   sandbox-gateway: a program of its own, reached over HTTP
//   panel: ui, lib <- features <- app     api: db, http <- features <- app.ts <- main.ts
//
// The comment of a rule says what to do instead; the tool prints it next to each fault. packages/testkit/src/house/directions.test.ts
// breaks every rule once.

import { Visitor } from '@swc/core/Visitor.js';

// swc parses `using` and `await using`, but the visitor of dependency-cruiser throws on them. As far as imports go, they are ordinary
// declarations.
const visitStatement = Visitor.prototype.visitStatement;
Visitor.prototype.visitStatement = function visit(statement) {
  const isUsing = statement.type === 'UsingDeclaration';
  return visitStatement.call(
    this,
    isUsing ? { ...statement, type: 'VariableDeclaration', declarations: statement.decls } : statement,
  );
};

const TEST = '[.](test|spec)[.]tsx?$';
/** Code that only tests run: test files, folders named testing, conformance suites, the testkit. */
const TEST_ONLY = `(${TEST}|/testing/|/conformance[.]ts$|^packages/testkit/)`;

/**
 * The server's features that may use another feature's tables, with the reason. All others go through the owner's public.ts.
 */
const TABLE_BORROWERS = [
  // One statement finds the recipients of an address, for each message that arrives.
  ['mail-directory', ['aliases', 'bundles', 'dkim', 'forwarders', 'mailboxes']],
  // For each message that is sent, one statement finds who may send as an address, and two the limits of its plan and its add-ons.
  ['sending', ['aliases', 'bundles', 'mailboxes', 'plans', 'subscriptions']],
  // One statement finds an address's login and everything that decides whether it may sign in.
  ['sign-in', ['bundles', 'mailboxes', 'two-factor']],
  // Every call of the panel begins with it, and one statement reads the domains with their orders and their end; a purchase's token ends
  // with the customer's sessions.
  ['session', ['bundles', 'domain-end', 'mailboxes', 'plans', 'purchase', 'subscriptions']],
  // A change of domain renames everything of the domain in one transaction (ADR 58).
  ['domain-change', ['bulk', 'bundles', 'dkim', 'dns', 'domain-plan', 'domain-verification', 'mailboxes']],
  // A mailbox is deleted together with its names, in one transaction.
  ['mailboxes', ['aliases', 'bundles', 'forwarders', 'subscriptions']],
  // Locks the mailbox before counting its passwords. It can't import mailboxes, which imports it to delete them.
  ['app-passwords', ['mailboxes']],
  // Joins recipients to their mailboxes.
  ['forwarders', ['bundles', 'mailboxes']],
  // Finds trials with unproven domains, over all customers, in one statement.
  ['domain-connection', ['bundles', 'domain-verification', 'partners', 'plans', 'subscriptions']],
  // Finds the zones to publish together with the state of their domains.
  ['dns', ['domain-verification']],
  // A purchase creates the customer, the bundle and its name in one transaction.
  ['purchase', ['bundles']],
  // The settings of a whole domain are columns of its bundle.
  ['catch-all', ['bundles']],
  ['spam-filter', ['bundles']],
  // The language of a mail comes from the bundle or the customer.
  ['notifications', ['bundles', 'mailboxes']],
  // A domain's partner is the one that sold it.
  ['partners', ['bundles']],
  // A plan's limits are read with the order, and what was paid for an older order is in its purchase. Pieces of add-ons are joined to their
  // mailboxes here: this feature can't import mailboxes, which imports it to fit them to the plan.
  ['subscriptions', ['bundles', 'mailboxes', 'plans', 'purchase']],
  // The list of imports is joined to its mailboxes, whose names it shows.
  ['mail-import', ['mailboxes']],
  // The seller decides who owes the tax. This feature can't import invoices, which imports subscriptions, which asks about taxes.
  ['vat-numbers', ['invoices']],
];

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

export default {
  forbidden: [
    rule(
      'no-circular',
      'Break the cycle, even if only types are imported: move the shared part down, or reverse the call.',
      {},
      { circular: true },
    ),
    rule(
      'no-unresolved',
      'Every import must resolve, or the other rules cannot see it. Imports end in .ts or .tsx.',
      {},
      { couldNotResolve: true, pathNot: '^virtual:' },
    ),

    rule(
      'domain-is-pure',
      'domain imports domain only: no package, no Node module. Take what you need as an argument (the time, an id, a list), or put the code into an adapter. ADR 65 says why no library has an exception.',
      { path: '^packages/domain/', pathNot: TEST_ONLY },
      { pathNot: '^packages/domain/' },
    ),
    rule(
      'contract-knows-only-domain',
      'contract may import domain and zod only. Declare a shape here if both sides need it; code belongs to the side that runs it.',
      { path: '^packages/contract/', pathNot: TEST_ONLY },
      { pathNot: ['^packages/(contract|domain)/', '^node_modules/zod/'] },
    ),
    rule(
      'adapter-stands-alone',
      'An adapter imports domain and its own folder only. Pass in what it needs from another port; the folder start of the api connects them.',
      { path: '^packages/adapters/([^/]+)/', pathNot: TEST_ONLY },
      { path: '^(apps|packages|e2e|bench)/', pathNot: ['^packages/adapters/$1/', '^packages/domain/'] },
    ),
    rule(
      'gateway-imports-nothing-of-ours',
      'The sandbox gateway is a separate program, like the gateway it stands in for. Declare the shapes of its API in its wire.ts.',
      { path: '^packages/sandbox-gateway/' },
      { path: '^(apps|packages|e2e|bench)/', pathNot: '^packages/(sandbox-gateway|testkit)/' },
    ),
    rule(
      'gateway-is-a-process',
      'Start the sandbox gateway as a process and talk HTTP to it; tests do so through its src/testing.',
      { pathNot: '^packages/sandbox-gateway/' },
      { path: '^packages/sandbox-gateway/', pathNot: '^packages/sandbox-gateway/src/testing/' },
    ),
    rule(
      'ui-has-no-domain-words',
      'ui is styled by props and tokens. A component that knows a mailbox or a plan belongs in the feature.',
      { path: '^packages/ui/', pathNot: TEST_ONLY },
      { path: '^(apps|packages|e2e|bench)/', pathNot: '^packages/ui/' },
    ),
    rule(
      'testkit-below-the-apps',
      'The testkit serves every test, so it knows domain and contract only. A builder for one app lives in the src/testing folder of that app.',
      { path: '^packages/testkit/' },
      { path: '^(apps|packages/(ui|adapters|sandbox-gateway)|e2e|bench)/' },
    ),
    rule(
      'journeys-stay-outside',
      'A journey uses what a person or a partner can use: the browser, HTTP, the command line. Test everything else inside that app.',
      { path: '^e2e/' },
      { path: '^(apps|packages/(ui|adapters|sandbox-gateway))/' },
    ),

    rule(
      'panel-never-imports-server',
      'The browser reaches the server through an operation of the contract: add or use one, and call it through lib/http/api-client.ts.',
      { path: '^apps/panel/' },
      { path: '^(apps/(?!panel/)|packages/adapters/)' },
    ),
    rule(
      'browser-has-no-node',
      'Node modules do not exist in a browser. Use the web platform, or do it on the server, behind an operation.',
      { path: '^(apps/panel|packages/ui)/src/', pathNot: TEST_ONLY },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'api-never-imports-browser',
      'The api renders nothing. Texts for mails are templates of the mailer; rules that both sides need live in domain.',
      { path: '^apps/api/' },
      { path: '^(apps/(?!api/)|packages/ui/|node_modules/(react|react-dom|@tanstack|@lingui|@base-ui)/)' },
    ),

    rule(
      'panel-feature-surface',
      'From another feature only its queries.ts and its panel.ts may be imported: export the component there. A component without business words belongs in packages/ui.',
      { path: '^apps/panel/src/features/([^/]+)/' },
      {
        path: '^apps/panel/src/features/[^/]+/',
        pathNot: ['^apps/panel/src/features/$1/', '^apps/panel/src/features/[^/]+/(queries|panel)[.]ts$'],
      },
    ),
    rule(
      'panel-app-uses-the-surface',
      'The frame may import what other features may import, and routes and screens. Export anything else it needs in panel.ts.',
      { path: '^apps/panel/src/app/', pathNot: TEST_ONLY },
      {
        path: '^apps/panel/src/features/',
        pathNot: '^apps/panel/src/features/[^/]+/(routes[.]tsx|(screens|queries|panel)[.]ts)$',
      },
    ),
    rule(
      'panel-queries-are-leaves',
      'queries.ts files never import each other: to make another list stale, use its key from lib/http/query-keys.ts.',
      { path: '^apps/panel/src/features/([^/]+)/queries[.]ts$' },
      { path: '^apps/panel/src/(features|app)/', pathNot: '^apps/panel/src/features/$1/' },
    ),
    rule(
      'panel-features-below-app',
      'app composes features, never the reverse. A feature exports its routes; it gets what it needs from the shell through a hook of lib or a prop.',
      { path: '^apps/panel/src/(features|lib)/', pathNot: TEST_ONLY },
      { path: '^apps/panel/src/(app/|main[.]tsx$)' },
    ),
    rule(
      'panel-lib-below-features',
      'lib knows no feature. Pass the value in, or move the code into the feature that owns it.',
      { path: '^apps/panel/src/lib/', pathNot: TEST_ONLY },
      { path: '^apps/panel/src/features/' },
    ),

    rule(
      'api-feature-surface',
      "From another feature only its public.ts may be imported: export the use case there, in that feature's words.",
      { path: '^apps/api/src/features/([^/]+)/', pathNot: TEST_ONLY },
      { path: '^apps/api/src/features/[^/]+/', pathNot: ['^apps/api/src/features/$1/', '/(public|tables)[.]ts$'] },
    ),
    ...[
      {
        from: `^apps/api/src/features/(?!(?:${TABLE_BORROWERS.map(([feature]) => feature).join('|')})/)([^/]+)/`,
        owners: [],
      },
      ...TABLE_BORROWERS.map(([feature, owners]) => ({ from: `^apps/api/src/features/(${feature})/`, owners })),
    ].map(({ from, owners }) =>
      rule(
        'api-tables-have-an-owner',
        "Another feature's tables are its own: ask through its public.ts, or add the feature to TABLE_BORROWERS with the reason.",
        { path: from, pathNot: TEST_ONLY },
        {
          path: '^apps/api/src/features/[^/]+/tables[.]ts$',
          pathNot: ['^apps/api/src/features/$1/', ...owners.map((owner) => `^apps/api/src/features/${owner}/`)],
        },
      ),
    ),
    rule(
      'api-features-by-the-list',
      'Only features/index.ts names features: put what the server needs from a feature into its feature.ts. Sample data uses public.ts.',
      { path: '^apps/api/src/(?!features/)', pathNot: TEST_ONLY },
      {
        path: '^apps/api/src/features/[^/]+/',
        pathNot: ['^apps/api/src/features/[^/]+/(public|tables)[.]ts$'],
      },
    ),
    rule(
      'api-features-by-the-list',
      "Apart from the list of features, only the evaluation's sample data may import a feature.",
      { path: '^apps/api/src/(?!features/|evaluation/)', pathNot: TEST_ONLY },
      { path: '^apps/api/src/features/[^/]+/' },
    ),
    rule(
      'api-features-below-app',
      'app.ts mounts the features and main.ts starts the app, never the reverse. Take what you need as a dependency of the use case.',
      { path: '^apps/api/src/(features|feature|db|http|jobs)/', pathNot: TEST_ONLY },
      { path: '^apps/api/src/((app|main)[.]ts$|cli/|start/)' },
    ),
    rule(
      'api-ground-below-features',
      'db, http, jobs and feature know no feature. Pass the value in, or move the code into the feature that owns it.',
      { path: '^apps/api/src/(db|feature|http|jobs|plugins|runtime|secrets)/', pathNot: TEST_ONLY },
      { path: '^apps/api/src/features/' },
    ),
    rule(
      'routes-hold-no-sql',
      'routes.ts turns HTTP into a call of a use case and back. SQL belongs in <thing>-repository.ts, which the use case calls.',
      { path: '^apps/api/src/features/[^/]+/[a-z-]*routes[.]ts$' },
      { path: '^(apps/api/src/features/[^/]+/tables[.]ts$|node_modules/(drizzle-orm|pg|@electric-sql)/)' },
    ),
    rule(
      'use-cases-hold-no-http',
      'Only routes.ts, app.ts, http and plugins know Fastify. A use case takes plain values, returns plain values and throws PanelError.',
      { path: '^apps/api/src/features/[^/]+/', pathNot: ['/[a-z-]*routes[.]ts$', TEST_ONLY] },
      { path: '^(node_modules/(fastify|@fastify)/|apps/api/src/http/serve[.]ts$)' },
    ),
    rule(
      'only-main-picks-adapters',
      'Code imports ports (@postern/adapter-<port>/port, or <part>-port where an adapter has a second one); main.ts and the folder start choose the implementation and pass it down.',
      { path: '^apps/api/src/', pathNot: ['^apps/api/src/(main[.]ts$|cli/main[.]ts$|start/)', TEST_ONLY] },
      { path: '^packages/adapters/[^/]+/src/(?!(port|[a-z-]+-port)[.]ts$)' },
    ),

    rule(
      'no-test-code-in-production',
      'Production code never imports a test, a testing folder, a conformance suite or the testkit. Move the shared part into production code.',
      { pathNot: [TEST_ONLY, '^(e2e|bench)/'] },
      { path: TEST_ONLY },
    ),
  ],
  options: {
    // TypeScript 7 has no compiler API: without swc the tool would silently read no .ts file and find nothing.
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/(dist|gallery|test-results)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
