// The lint rules that oxlint lacks.

/** `new Date()` reads the clock like Date.now(), but no-restricted-properties can't see it. */
const newDate = {
  create(context) {
    const report = (node) =>
      context.report({
        node,
        message: 'A rule reads no clock: take the time as an argument (`now: Date`), the caller has one.',
      });
    return {
      NewExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0)
          report(node);
      },
      CallExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'Date') report(node);
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

export default { meta: { name: 'postern' }, rules: { 'no-current-date': newDate, 'no-whole-zod': wholeZod } };
