import type { ComponentType } from 'react';

type AliasPanelProps = { email: string; open: boolean; onClose: () => void };
type AliasPart = { AliasPanel: ComponentType<AliasPanelProps> };

let load = (): Promise<AliasPart> => Promise.reject(new Error('nobody said where the alias panel is'));

/** The aliases open from a mailbox's menu, of which they know nothing: the app joins the two, once, with the frame around them. */
export const provideAliasPanel = (loader: typeof load): void => {
  load = loader;
};

export const loadAliasPanel = (): Promise<AliasPart> => load();
