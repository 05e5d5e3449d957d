import { afterAll, vi } from 'vitest'

// Rendering begins to import lazy parts. The end of a file breaks that off, also for the next file that imports the same.
afterAll(() => vi.dynamicImportSettled())
