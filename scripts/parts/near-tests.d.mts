export function nearTests(changed: readonly string[], allFiles: readonly string[]): string[];
