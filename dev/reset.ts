import { rmSync } from 'node:fs'
import { STATE_DIR } from './state-dir.ts'

rmSync(STATE_DIR, { recursive: true, force: true })
console.log('The local data is gone: the next `npm start` begins anew.')
