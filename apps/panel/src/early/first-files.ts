import { textFile } from '../../build/text-file.ts';
import type { TextGroup } from '../../build/text-groups.ts';

/** The built files of each screen, written into the page by build/early-plugin.ts. Numbers are places in `files`. */
export type FirstFiles = {
  files: string[];
  /** By path: what the screen loads besides the page's own files, and the texts that it shows. */
  screens: Record<string, { files: number[]; texts: TextGroup[]; isSignedIn: boolean }>;
  /** The version of each locale's texts, in the order of the list of locales. */
  texts: Record<string, string>;
  /** The panel's first file. A development server has none, and no pictures. */
  entry?: string;
  /** The early pictures of the list of mailboxes and of the sign-in, each with the group of its texts. */
  pictures?: Record<'list' | 'signIn', { file: string; texts: string }>;
};

/** What the screen of a path loads first. A screen behind the sign-in leads to the login without a session. */
export function firstFiles(plan: FirstFiles, path: string, locale: string, isSignedIn: boolean): string[] {
  const asked = plan.screens[path];
  const screen = asked?.isSignedIn === true && !isSignedIn ? undefined : asked;
  const version = plan.texts[locale];
  const groups = new Set<TextGroup>([
    'entry',
    ...(screen?.isSignedIn ? (['panel'] as const) : []),
    ...(screen?.texts ?? []),
  ]);
  const texts = version === undefined ? [] : [...groups].map((group) => textFile(locale, group, version));
  return [...texts, ...(screen?.files ?? []).flatMap((place) => plan.files[place] ?? [])];
}
