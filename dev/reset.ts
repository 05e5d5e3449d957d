import { rmSync } from 'node:fs'
import { PORT } from './settings/ports.ts'
import { STATE_DIR } from './settings/state-dir.ts'

rmSync(STATE_DIR, { recursive: true, force: true })
console.log(`The local data of port ${PORT} is gone: the next \`npm start\` there begins anew.`)
