declare module 'virtual:catalogue' {
  type Load = (
    group: import('../build/text-groups.ts').TextGroup,
  ) => Promise<{ messages: import('@lingui/core').Messages }>;
  /** A locale without texts has no entry. */
  export const catalogues: Record<string, Load>;
}
