export function checkDirections(folder?: string): Promise<{ passed: boolean; seconds: number; output: string }>;
