import { join } from 'node:path'
import { DEFAULT_PORT, PORT } from './ports.ts'
import { ROOT } from '../processes/run.ts'

/**
 * Holds all local data: D1, KV and the stand-ins' state. Each port has its own, so that two sites running at once do
 * not mix up their sign-ins.
 */
export const STATE_DIR = join(ROOT, '.wrangler', PORT === DEFAULT_PORT ? 'state' : `state-${PORT}`)
