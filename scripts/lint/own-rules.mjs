// The lint rules that oxlint lacks.

/** `new Date()` reads the clock as Date.now() does, which no-restricted-properties cannot see. */
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

/** `z` by its name brings all of the library's languages along; no-restricted-imports would refuse the namespace as well. */
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
