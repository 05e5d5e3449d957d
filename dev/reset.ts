import { rmSync } from 'node:fs'
import { PORT } from './settings/ports.ts'
import { STATE_DIR } from './settings/state-dir.ts'

rmSync(STATE_DIR, { recursive: true, force: true })
console.log(`Deleted the local data of port ${PORT}. The next \`npm start\` there starts fresh.`)
