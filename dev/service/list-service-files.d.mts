export function listServiceFiles(root: string): string[]
