// The two searches for unused code (knip), as their arguments.

/** No file, export or dependency without a user. What a package offers counts as unused until another one takes it. */
export const UNUSED_BY_ANYBODY = ['--no-progress', '--no-config-hints', '--no-tag-hints', '--include-entry-exports'];

/**
 * The same without tests, so that nothing is there for its own test only. The mark 'internal' is for what is exported for
 * tests, the mark 'billing' for a rule that the billing screens will use. A mark that isn't needed is an error.
 */
export const UNUSED_BY_THE_PRODUCT = [
  '--production',
  '--no-progress',
  '--no-config-hints',
  '--treat-tag-hints-as-errors',
  '--include-entry-exports',
];
