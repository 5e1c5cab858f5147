declare module 'virtual:catalogue' {
  type Load = () => Promise<{ messages: import('@lingui/core').Messages }>;
  /** A locale without texts has no entry. */
  export const catalogues: Record<string, Record<import('../build/text-groups.ts').TextGroup, Load>>;
}
