import { CSPProvider } from '@base-ui/react/csp-provider';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { PageModals } from './overlays/page-place.tsx';

interface UiSettings {
  /** The theme's accent looks like danger: destructive buttons are outlines with an icon. */
  readonly accentNearDanger: boolean;
  /** Modals are pages, without overlay (inside a partner's frame): each takes the `PagePlace`. */
  readonly modalsArePages: boolean;
}

const Settings = createContext<UiSettings>({ accentNearDanger: false, modalsArePages: false });

export interface UiProviderProps {
  accentNearDanger?: boolean | undefined;
  modalsArePages?: boolean | undefined;
  children: ReactNode;
}

/** Settings every component shares. Wrap the application in it once. */
export function UiProvider({ accentNearDanger = false, modalsArePages = false, children }: UiProviderProps) {
  const settings = useMemo(() => ({ accentNearDanger, modalsArePages }), [accentNearDanger, modalsArePages]);
  return (
    // Our policy allows no inline <style>; our own style sheet has what those elements would contain.
    <CSPProvider disableStyleElements>
      <Settings value={settings}>
        <PageModals>{children}</PageModals>
      </Settings>
    </CSPProvider>
  );
}

export function useUiSettings(): UiSettings {
  return use(Settings);
}
