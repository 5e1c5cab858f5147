import { readItem, removeItem } from '../store/storage.ts';

/** How the panel is shown, as data: a feature asks for a capability, never for the view's name. Spec 1 §1, Views. */
export type View = {
  name: 'default' | 'widget' | 'mobile';
  hasSidebar: boolean;
  modalsArePages: boolean;
  welcomesAdmins: boolean;
};

const VIEWS: Record<View['name'], View> = {
  default: { name: 'default', hasSidebar: true, modalsArePages: false, welcomesAdmins: true },
  widget: { name: 'widget', hasSidebar: false, modalsArePages: true, welcomesAdmins: true },
  mobile: { name: 'mobile', hasSidebar: false, modalsArePages: false, welcomesAdmins: false },
};

export function useView(): View {
  const stored = readItem('local', 'view');
  return stored === 'widget' || stored === 'mobile' ? VIEWS[stored] : VIEWS.default;
}

/** Forgets the theme and view that a host page chose; the login screen starts without them. Spec 1 §2. */
export function forgetHostChoices(): void {
  removeItem('local', 'theme');
  removeItem('local', 'view');
}
