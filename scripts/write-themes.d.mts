/** The style sheets of the product's own themes, by their files. */
export function themeFiles(): Record<string, string>;
