import type { FrameScreens } from '../lib/panel-route.ts';

const features = import.meta.glob<FrameScreens>('../features/*/screens.ts', { eager: true, import: 'screens' });

/** The parts of every screen inside the frame. A chunk of its own, so that the login screen doesn't load it. */
export const FRAME_SCREENS: FrameScreens = Object.fromEntries(
  Object.values(features).flatMap((screens) => Object.entries(screens)),
);
