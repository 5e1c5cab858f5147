import { useEffect } from 'react';
import { tellHost } from '../lib/frame/tell-host.ts';
import type { PanelRoute } from '../lib/panel-route.ts';

/** Tells the page that frames the panel the screen's alternate name, once per screen. Spec 1 §2, Route guard. */
export function usePageName(route: PanelRoute | undefined): void {
  const pageName = route?.aliases?.[0]?.slice(1);
  useEffect(() => {
    if (pageName !== undefined) tellHost({ type: 'page-name', pageName });
  }, [pageName]);
}
