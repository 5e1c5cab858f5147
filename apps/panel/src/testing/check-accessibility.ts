import { AXE_RUN, describeViolations } from '@postern/testkit/axe-run';
import { settlePage } from '@postern/testkit/settle-page';
import axe from 'axe-core';
import { expect } from 'vitest';

/** Expects that axe finds nothing in what is shown now. */
export async function expectAccessible(): Promise<void> {
  await settlePage();
  const { violations } = await axe.run(document, AXE_RUN);
  expect(describeViolations(violations)).toEqual([]);
}
