export function throwAwayFolder(otherwise?: string): string;
