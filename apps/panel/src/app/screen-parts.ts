import type { PanelRoute, ScreenParts } from '../lib/panel-route.ts';

/** What a screen consists of. @throws for a screen of the frame that no `screens.ts` names. */
export async function screenParts({ path, load }: PanelRoute): Promise<ScreenParts> {
  if (load) return { load };
  const { FRAME_SCREENS } = await import('./frame-screens.ts');
  const parts = FRAME_SCREENS[path];
  if (!parts) throw new Error(`No screens.ts names ${path}`);
  return parts;
}
