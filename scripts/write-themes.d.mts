/** The style sheets of the product's own themes, by file. */
export function themeFiles(): Record<string, string>;
