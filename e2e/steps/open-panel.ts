import type { Page } from '@playwright/test';
import type { Bought } from '../server/panel-api.ts';
import type { Postern } from '../server/start-postern.ts';
import { closeWelcome } from './welcome.ts';

/** Opens the panel as its owner, with a new purchase link for the domain. */
export async function openPanel(page: Page, postern: Postern, { wish }: Bought): Promise<void> {
  await page.goto(await postern.purchaseLink(wish));
  await closeWelcome(page);
}
