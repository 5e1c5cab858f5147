/** The style sheet of the built-in looks, derived by the domain's rule. */
export function themesCss(): string;
