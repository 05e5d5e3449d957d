export function listServiceFiles(root: string): void
