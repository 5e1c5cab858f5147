import type { OrderType } from '@postern/contract/shapes';
import type { ComponentType } from 'react';
import type { TextGroup } from '../../build/text-groups.ts';
import type { MessageKey } from './i18n/message-key.ts';

/**
 * A screen of a feature as data; the router of the app joins the `routes` that every `features/<feature>/routes.tsx` exports.
 * Spec 1 §2, screens and routes.
 */
export type PanelRoute = {
  path: `/${string}`;
  aliases?: readonly `/${string}`[];
  access: 'open' | 'session';
  /** A purchase link starts afresh, whoever is signed in. */
  freshAuth?: boolean;
  skipsGuard?: boolean;
  /** Every screen of ours works on a phone; the flag is the specification's. */
  mobileSupported: boolean;
  /** Products of which the plan must have one; left out, any plan may see the screen. */
  products?: readonly OrderType[];
  /** About the visitor's own sign-in: also for a mailbox without admin rights, which sees no other screen of the frame. */
  forEveryone?: boolean;
  /** `panel`: inside the sidebar's frame; `bare`: the whole window. */
  frame: 'panel' | 'bare';
  /** The group of texts the screen speaks. */
  texts: TextGroup;
  /** Name of the screen in the window's title. */
  title: MessageKey;
  /** The screen's own chunk. One of the frame has it in the feature's `screens.ts`: nobody needs to know of it at the sign-in. */
  load?: ScreenParts['load'];
};

/** What a screen consists of, which comes when it is opened. */
export type ScreenParts = {
  load: () => Promise<ComponentType>;
  /** Starts reading what the screen shows while its chunk loads; its failure is the screen's own to show. */
  prepare?: () => Promise<unknown>;
};

/** The parts of a feature's screens inside the frame, by their paths; every `features/<feature>/screens.ts` exports its `screens`. */
export type FrameScreens = Readonly<Record<string, ScreenParts>>;
