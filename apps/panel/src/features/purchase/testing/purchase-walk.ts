import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { type PanelOptions, renderPanel } from '../../../testing/render-panel.tsx';
import { aGoodServer, LINK } from './purchase-samples.ts';

/** On a busy machine the next screen's chunk loads slowly. */
export const LONG_WAIT = { timeout: 10_000 };

/** The button that leads to the next step; the phone's and the desktop's are both in the page. */
export const nextButton = page.getByRole('button', { name: /Next: your details|Proceed to payment/ });
export const payButton = page.getByRole('button', { name: /^(Pay |Pay now|Start)/ });
export const success = page.getByRole('heading', { level: 1, name: 'Thank you. Your order is complete.' });
export const failed = page.getByRole('alertdialog', { name: "The payment didn't go through" });
export const heading = (name: RegExp | string) => page.getByRole('heading', { level: 1, name });

/** The address of the tab. */
export type Opened = Awaited<ReturnType<typeof renderPanel>>;

export async function openLink(options: PanelOptions = {}): Promise<Opened> {
  await page.viewport(1280, 900);
  const opened = await renderPanel(LINK, { ...options, handlers: { ...aGoodServer(), ...options.handlers } });
  // The first card element of a session shows its loader for two seconds; one test checks that.
  sessionStorage.setItem('postern.cardElementSeen', '1');
  return opened;
}

/** Reloads the tab at an address: only storage is left. */
export async function reload(path: string, options: PanelOptions = {}): Promise<Opened> {
  return await renderPanel(path, {
    keepStorage: true,
    ...options,
    handlers: { ...aGoodServer(), ...options.handlers },
  });
}

export async function toDetails(): Promise<void> {
  await nextButton.click();
  await heading('Your details').findElement();
}

export async function toPayment(): Promise<void> {
  await toDetails();
  await page.getByLabelText('Street and number').fill('Kanalstraße 4');
  await page.getByLabelText('City').fill('Hamburg');
  await nextButton.click();
  await heading('Payment').findElement();
}

export async function typeCard(number = '4242424242424242'): Promise<void> {
  await page.getByLabelText('Card number').fill(number);
  await page.getByLabelText('Expires').fill('04 / 29');
  await page.getByLabelText('Security code').fill('123');
}

/** Expects this text somewhere in the element. */
export async function expectText(locator: Locator, words: string): Promise<void> {
  await expect.poll(() => locator.query()?.textContent?.replaceAll(/\s/g, ' '), LONG_WAIT).toContain(words);
}
