import { expect, test } from 'vitest';
import { missingNames } from './whole-chunks-plugin.ts';

test('the build ends where a file exports a name that it does not declare, which no browser would run', () => {
  expect(missingNames('var e=1;function $a(){}export{e as Dialogs,$a as n};')).toEqual([]);
  expect(missingNames('var e=1;export{e as Dialogs,dialogs_exports as t};\n')).toEqual(['dialogs_exports']);
  expect(missingNames('var t=import(`./a.js`);')).toEqual([]);
});
