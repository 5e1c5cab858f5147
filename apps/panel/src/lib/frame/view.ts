import { PATHS } from '../paths.ts';
import { readItem, removeItem, writeItem } from '../store/storage.ts';

/** How the panel is shown, as data: a feature asks for a capability, never for the view's name. Spec 1 §1, Views. */
export type View = {
  name: 'default' | 'widget' | 'mobile';
  hasSidebar: boolean;
  /** A line above each screen that leads back and to help, instead of a menu. */
  hasPlaceLine: boolean;
  modalsArePages: boolean;
  welcomesAdmins: boolean;
  /** The first screen after a sign-in, where it isn't the usual one. */
  home: string | null;
};

const VIEWS: Record<View['name'], View> = {
  default: {
    name: 'default',
    hasSidebar: true,
    hasPlaceLine: false,
    modalsArePages: false,
    welcomesAdmins: true,
    home: null,
  },
  widget: {
    name: 'widget',
    hasSidebar: false,
    hasPlaceLine: true,
    modalsArePages: true,
    welcomesAdmins: true,
    home: PATHS.home,
  },
  mobile: {
    name: 'mobile',
    hasSidebar: true,
    hasPlaceLine: false,
    modalsArePages: false,
    welcomesAdmins: false,
    home: PATHS.mobileHome,
  },
};

const isView = (name: string | null): name is View['name'] => name !== null && Object.hasOwn(VIEWS, name);

/** A frame's own view comes first: this browser may show the panel in a tab as well. */
export function readView(): View {
  const name = [readItem('session', 'view'), readItem('local', 'view')].find(isView);
  return VIEWS[name ?? 'default'];
}

export const useView = (): View => readView();

/** Shows the panel as part of the page around it, as long as this frame is open. */
export const beWidget = (): void => writeItem('session', 'view', 'widget');

/** A tab of its own isn't a part of another page, even if a frame in this tab was. */
export const beNoWidget = (): void => removeItem('session', 'view');

/** Forgets the theme and view that a host page chose; the login screen starts without them. Spec 1 §2. */
export function forgetHostChoices(): void {
  removeItem('local', 'theme');
  removeItem('local', 'view');
}
