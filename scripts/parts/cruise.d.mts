export const FOLDERS: readonly string[];
export type Cruise = {
  modules: { source: string; dependencies: { resolved: string }[] }[];
  violations: { from: string; rule: { name: string } }[];
  told: string;
  seconds: number;
};
export function cruise(root: string): Promise<Cruise>;
