/* Takes the place of the router for the early picture: the list of mailboxes is open, without anything in its query. */
import type { PanelRoute } from '../../../lib/panel-route.ts';
import { createElement, NotInPicture } from './react.ts';

let screen: { Page: unknown; route: PanelRoute };
export const showScreen = (shown: typeof screen): void => {
  screen = shown;
};

export const Outlet = () => createElement(screen.Page, {});
export const useMatches = <Value>({ select }: { select: (matches: unknown[]) => Value }): Value =>
  select([{ staticData: { panelRoute: screen.route } }]);
export const useSearch = () => ({});
export const useNavigate = () => () => {};

type LinkProps = { to: string; search?: unknown; params?: unknown; [name: string]: unknown };

/** A link that works before the panel is there. */
export function Link({ to, search = {}, params, ...rest }: LinkProps) {
  if (params !== undefined || typeof search !== 'object')
    throw new NotInPicture('a link that depends on more than its address');
  const query = new URLSearchParams(search as Record<string, string>).toString();
  return createElement('a', { href: query === '' ? to : `${to}?${query}`, ...rest });
}
