import { join } from 'node:path'
import { ROOT } from './run.ts'

/** All local data: D1, KV, and what the stand-ins remember. */
export const STATE_DIR = join(ROOT, '.wrangler', 'state')
