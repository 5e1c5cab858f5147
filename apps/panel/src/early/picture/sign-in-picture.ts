import type { PartnerInfo } from '@postern/contract/partners';
import { LoginPage } from '../../features/sign-in/login-page.tsx';
import { mayAnotherTabAnswer } from '../../lib/session/other-tabs.ts';
import { readItem } from '../../lib/store/storage.ts';
import { draw } from './draw.ts';
import { createElement } from './stand-ins/react.ts';
import { loadTexts, showPartner } from './stand-ins/sign-in-parts.ts';
import { untilFontIsThere } from './until-font-is-there.ts';
import { untilPanelIsThere } from './until-panel-is-there.ts';

/*
 * The early picture of the sign-in: its own components draw it, long before React is there (ADR 124). It sends nothing. What is typed and
 * pressed goes along to the panel. Whatever is out of the ordinary ends it, and the page stays empty until the panel is there.
 */

/** The partner of this very host. */
function partnerOfPage(): PartnerInfo | null {
  const block = document.getElementById('partner');
  return block?.dataset['host'] === location.hostname ? (JSON.parse(block.textContent) as PartnerInfo) : null;
}

/** What changes the form that the panel draws: another view, and what was typed before the page had to load anew. */
const isOrdinary = (): boolean =>
  window.parent === window &&
  readItem('local', 'view') === null &&
  readItem('session', 'postern.draft.login.email') === null;

/** Enables the button once both fields are filled in, and keeps the form from sending anything. */
function beForm(picture: HTMLElement, form: HTMLFormElement, button: HTMLButtonElement): void {
  const look = () => {
    button.disabled = [...form.querySelectorAll('input')].some(({ value }) => value.trim() === '');
  };
  // A password manager may fill in a field without an input event, so presses and keys are listened to as well.
  for (const sign of ['input', 'change', 'pointerdown', 'keydown']) picture.addEventListener(sign, look, true);
  form.addEventListener('submit', (event) => event.preventDefault());
  // Nor does a program that fills it in and sends it without the button.
  form.method = 'dialog';
}

/** Browsers don't tell where the caret is in a field for an email address, so this one is such a field in all but its name. */
function tellCaret(field: HTMLInputElement): void {
  const asForAddresses = {
    type: 'text',
    inputmode: 'email',
    autocapitalize: 'none',
    autocorrect: 'off',
    spellcheck: 'false',
  };
  for (const [name, value] of Object.entries(asForAddresses)) field.setAttribute(name, value);
}

/** All that the picture shows. */
export const received = Promise.all([mayAnotherTabAnswer(), loadTexts()]);

async function show(): Promise<void> {
  const [isSignedInElsewhere] = await received;
  const partner = partnerOfPage();
  if (!partner || isSignedInElsewhere || !isOrdinary()) return;
  showPartner(partner);
  const picture = document.createElement('div');
  draw(createElement(LoginPage, {}), picture);
  const form = picture.querySelector('form');
  const email = picture.querySelector<HTMLInputElement>('[type=email]');
  const button = picture.querySelector<HTMLButtonElement>('[type=submit]');
  if (!form || !email || !button) return;
  beForm(picture, form, button);
  tellCaret(email);
  // Not that of the languages that can be chosen, each in its own script.
  await untilFontIsThere([...picture.querySelectorAll('header, main')].map((part) => part.textContent).join(''));
  const root = document.getElementById('root');
  // Or the panel was faster.
  if (!root || root.childElementCount > 0) return;
  // The link in the form leads to a screen that takes the address along.
  untilPanelIsThere({ picture, there: 'form [name=password]', pressable: 'button, form a', again: 'each' }, root);
}

/** Settled once it is known whether there is a picture. Without one the panel draws the sign-in itself, as always. */
export const settled: Promise<void> = show().catch(() => {});
