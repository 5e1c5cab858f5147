import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';

/** Whether the address has `name=true`, and what takes it out again. Spec 1 §4, Internal redirect. */
export function useQueryFlag(name: string): [boolean, () => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { [name]: value, ...others } = search;
  return [value === 'true', () => void navigate({ to: pathname, search: others, replace: true })];
}
