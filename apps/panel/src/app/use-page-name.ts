import { useEffect } from 'react';
import { tellHost } from '../lib/frame/frame-bridge.ts';
import type { PanelRoute } from '../lib/panel-route.ts';

/** Names the screen to the page that frames the panel, where it has an alternate name; that of the same screen once. Spec 1 §2, Route guard. */
export function usePageName(route: PanelRoute | undefined): void {
  const pageName = route?.aliases?.[0]?.slice(1);
  useEffect(() => {
    if (pageName !== undefined) tellHost({ source: 'postern', type: 'page-name', pageName });
  }, [pageName]);
}
