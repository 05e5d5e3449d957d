import { join } from 'node:path'
import { DEFAULT_PORT, PORT } from './ports.ts'
import { ROOT } from '../processes/run.ts'

/**
 * All local data: D1, KV, and what the stand-ins remember. Each address has its own, so that two that run at once do
 * not send each other's sign-ins to the wrong place.
 */
export const STATE_DIR = join(ROOT, '.wrangler', PORT === DEFAULT_PORT ? 'state' : `state-${PORT}`)
