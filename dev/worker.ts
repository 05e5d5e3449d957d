import { prepareDatabase } from './database.ts'
import { needPorts, OUTBOX_PORT, SERVICES_PORT, WORKER_PORT } from './ports.ts'
import { main } from './run.ts'
import { startStandIns } from './stand-ins.ts'
import { STATE_DIR } from './state-dir.ts'
import { startWorker } from './worker-alone.ts'

/** The API Worker without the pages, for curl. */
await main(async () => {
  await needPorts([WORKER_PORT, SERVICES_PORT, OUTBOX_PORT])
  const standIns = await startStandIns({ services: SERVICES_PORT, outbox: OUTBOX_PORT }, STATE_DIR)
  await prepareDatabase(standIns.services.catalogue)
  await startWorker(WORKER_PORT, standIns)
  console.log(`The API Worker is at http://localhost:${WORKER_PORT}`)
})
