import type { FrameScreens } from '../lib/panel-route.ts';

const features = import.meta.glob<FrameScreens>('../features/*/screens.ts', { eager: true, import: 'screens' });

/** The parts of every screen inside the frame. Loaded by itself, so that the sign-in doesn't bring what leads to the signed-in part. */
export const FRAME_SCREENS: FrameScreens = Object.fromEntries(
  Object.values(features).flatMap((screens) => Object.entries(screens)),
);
