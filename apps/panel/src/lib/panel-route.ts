import type { OrderType } from '@postern/contract/shapes';
import type { ComponentType } from 'react';
import type { TextGroup } from '../../build/text-groups.ts';
import type { MessageKey } from './i18n/message-key.ts';

/**
 * A screen of a feature as data. The app's router joins the `routes` that every `features/<feature>/routes.tsx` exports.
 * Spec 1 §2, screens and routes.
 */
export type PanelRoute = {
  path: `/${string}`;
  aliases?: readonly `/${string}`[];
  access: 'open' | 'session';
  /** Ends a session that exists: a purchase link starts without one. */
  freshAuth?: boolean;
  skipsGuard?: boolean;
  /** An open screen that a sign-in may lead to, as the session's screens are. */
  followsSignIn?: boolean;
  /** Every screen of ours works on a phone; the flag is the specification's. */
  mobileSupported: boolean;
  /** The plan must have one of these products; if left out, any plan may see the screen. */
  products?: readonly OrderType[];
  /** A home that only this view has; elsewhere the path leads to the usual one. */
  onlyIn?: 'widget' | 'mobile';
  /** Also for a mailbox without admin rights, which sees no other screen of the frame: it is about the visitor's own sign-in. */
  forEveryone?: boolean;
  /** Also in a support visit, which sees no other screen of the frame. */
  inVisits?: boolean;
  /** `panel`: inside the sidebar's frame; `bare`: the whole window. */
  frame: 'panel' | 'bare';
  /** The groups of texts that the screen uses. Inside the frame it has those of `panel` as well. */
  texts: TextGroup | readonly TextGroup[];
  /** Where Back leads inside a partner's page, if not home. */
  parent?: string;
  /** The entry of the menu to which the screen belongs, if it has none itself. */
  menu?: string;
  /** Key of the screen's name in the window's title. */
  title: MessageKey;
  /** Loads the screen. A screen of the frame has this in the feature's `screens.ts` instead, so that the login doesn't load it. */
  load?: ScreenParts['load'];
};

/** What is loaded when a screen is opened. */
export type ScreenParts = {
  load: () => Promise<ComponentType>;
  /** Starts reading the screen's data while its chunk loads. The screen itself shows a failure. */
  prepare?: () => Promise<unknown>;
};

/** The parts of a feature's screens inside the frame, by path. Every `features/<feature>/screens.ts` exports its `screens`. */
export type FrameScreens = Readonly<Record<string, ScreenParts>>;
