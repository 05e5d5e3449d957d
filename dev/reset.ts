import { rmSync } from 'node:fs'
import { readNoArguments } from './processes/read-arguments.ts'
import { main } from './processes/run.ts'
import { isFree, PORT } from './settings/ports.ts'
import { STATE_DIR } from './settings/state-dir.ts'

/** Deletes the local data of PORT. */
await main(async () => {
  readNoArguments('npm run reset')
  if (!(await isFree(PORT)))
    throw new Error(`A program runs on port ${PORT}. Stop it first: its data would be lost while it writes.`)
  rmSync(STATE_DIR, { recursive: true, force: true })
  console.log(`Deleted the local data of port ${PORT}. The next \`npm start\` there starts fresh.`)
})
