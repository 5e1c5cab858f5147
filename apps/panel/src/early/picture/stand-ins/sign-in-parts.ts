/* In place of modules whose work the early picture of the sign-in does otherwise, or not at all. */
import { catalogues } from 'virtual:catalogue';
import type { PartnerInfo } from '@postern/contract/partners';
import type { MessageKey } from '../../../lib/i18n/message-key.ts';
import { LOCALE_NAMES, type Locale, pickLocale } from '../../../lib/i18n/locales.ts';
import { wishedLocales } from '../../../lib/i18n/wished-locales.ts';
import type { PATHS as AllPaths } from '../../../lib/paths.ts';
import { NotInPicture } from './react.ts';

const nothing = (): null => null;
// What is done with the form is done in the panel.
export const checkLoginForm = (): [] => [];
export const useAfterPress = nothing;
export const showToast = nothing;
export const chooseLocale = nothing;
export const useKeptDraft = nothing;
/** A draft is taken once, and by the panel: the picture isn't drawn if there is one. */
export const takeDraft = nothing;
export const forgetHostChoices = nothing;
/** Another view has a note of its own, and no picture. */
export const useView = () => ({ name: 'default' });
/** Nothing has been sent yet. */
export const useLogin = () => ({ pending: false, failure: null, sharedEmail: null, denial: null, codeStep: null });

/** What follows once something was sent. */
function notYet(): never {
  throw new NotInPicture('an answer');
}
export const Banner = notYet;
export const Spinner = notYet;
/** Where the links of the sign-in lead. All paths of the panel would be a tenth of the picture. */
export const PATHS = { resetPassword: '/reset-password', provision: '/partner/provision' } satisfies Partial<
  typeof AllPaths
>;

let partner: PartnerInfo;
export const showPartner = (shown: PartnerInfo): void => {
  partner = shown;
};
export const usePartner = (): PartnerInfo => partner;

export const OFFERED_LOCALES = (Object.keys(LOCALE_NAMES) as Locale[]).filter((each) => each in catalogues);
const locale = pickLocale(wishedLocales(null), OFFERED_LOCALES);
export const useLocale = (): Locale => locale;

let messages: Record<string, unknown> = {};
/** The texts of the page's language. If they don't load, the panel says it in another one. */
export async function loadTexts(): Promise<void> {
  const catalogue = catalogues[locale];
  if (!catalogue) throw new NotInPicture('a language without texts');
  ({ messages } = await catalogue('entry'));
}

/** A text without values is compiled to a list of one entry. */
export const useText = () => (key: MessageKey) => {
  const [text, ...more] = (messages[key] ?? []) as unknown[];
  if (typeof text !== 'string' || more.length > 0) throw new NotInPicture('a text with values');
  return text;
};
