/* In place of modules whose work the early picture does otherwise, or not at all. */
import type { PartnerInfo } from '@postern/contract/partners';
import { FirstStepsCard } from '../../../features/first-steps/first-steps-card.tsx';
import type { VirtualRows } from '../../../lib/lists/use-virtual-rows.ts';
import type { PartDue } from '../../../lib/loading/use-part.ts';
import { NotInPicture } from './react.ts';

const nothing = (): null => null;
// What a phone doesn't show at first, or what shows nothing before it is used.
export const AwaitedPart = nothing;
export const PaletteHost = nothing;
export const PasswordQuestion = nothing;
export const SideContent = nothing;
export const showPalette = nothing;
export const commandKey = nothing;
export const useLiveChanges = nothing;
export const useOneTabStop = nothing;
export const useHighlightedMailbox = nothing;
export const useAskedAction = nothing;
export const useLaunchFlag = nothing;
export const planRefusal = nothing;
/** The entries of a menu that isn't open. */
export const actionsFor = (): [] => [];
export const ACTION_ICONS = {};
/** What a phone has no room for. */
export const useMailboxColumns = (): [] => [];
export const useIsVisited = (): boolean => false;

let partner: PartnerInfo;
export const showPartner = (shown: PartnerInfo): void => {
  partner = shown;
};
export const usePartner = (): PartnerInfo => partner;

/** The panel has the first steps' code by the time that it draws the list. */
export const loadFirstSteps = (): { FirstStepsCard: typeof FirstStepsCard } => ({ FirstStepsCard });
export const prepareFirstSteps = nothing;

/** Another part that is shown at once is none of an ordinary first picture; one that follows later isn't in the first picture. */
export function usePart(load: unknown, when: PartDue): object | null {
  if (when !== 'now') return null;
  if (load !== loadFirstSteps) throw new NotInPicture('a part that is loaded later');
  return loadFirstSteps();
}

// A failure must not load the page anew: the panel itself decides about that.
export const loadChunk = async <Chunk>(load: () => Promise<Chunk>): Promise<Chunk> => await load();
export const inTime = async <Chunk>(chunk: Promise<Chunk>): Promise<Chunk> => await chunk;

/** As many rows as fill a window: what is above them pushes some below it, for the first move of a finger. The others have their room. */
export function useVirtualRows(_container: unknown, count: number, height: number): VirtualRows {
  const end = Math.min(count, Math.ceil(window.innerHeight / height));
  return {
    indexes: Array.from({ length: end }, (_, index) => index),
    before: 0,
    after: (count - end) * height,
    scrollTo: nothing,
  };
}
