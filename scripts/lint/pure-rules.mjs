// A lint rule that oxlint lacks: `new Date()` reads the clock as Date.now() does, which no-restricted-properties cannot see.
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

export default { meta: { name: 'postern' }, rules: { 'no-current-date': newDate } };
