// The lint rules that oxlint lacks.

/** `new Date()` reads the machine's clock, and so does `Date.now`. no-restricted-properties sees only the second. */
const currentDate = {
  create(context) {
    const report = (node) =>
      context.report({
        node,
        message:
          "The machine's clock may be wrong. A rule takes the time as an argument (`now: Date`); the server takes it from `deps.clock`, which is the database's.",
      });
    return {
      NewExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0)
          report(node);
      },
      CallExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'Date') report(node);
      },
      MemberExpression({ object, property }) {
        if (object.type === 'Identifier' && object.name === 'Date' && property.name === 'now') report(property);
      },
    };
  },
};

/** Importing `z` by name also bundles all of zod's languages. no-restricted-imports would forbid the namespace import too. */
const wholeZod = {
  create(context) {
    return {
      ImportDeclaration({ source, specifiers }) {
        const named = specifiers.find(({ imported }) => imported?.name === 'z');
        if (source.value === 'zod' && named)
          context.report({
            node: named,
            message:
              "Import it as a namespace (import * as z), which leaves the library's forty languages out of the server.",
          });
      },
    };
  },
};

export default { meta: { name: 'postern' }, rules: { 'no-current-date': currentDate, 'no-whole-zod': wholeZod } };
