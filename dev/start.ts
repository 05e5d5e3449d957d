import { join } from 'node:path'
import { createServer } from 'vite'
import { prepareDatabase } from './database.ts'
import { needPorts, OUTBOX_PORT, PORT, SERVICES_PORT } from './ports.ts'
import { main, QUIET, ROOT } from './run.ts'
import { startStandIns } from './stand-ins.ts'
import { STATE_DIR } from './state-dir.ts'
import { welcome } from './welcome.ts'

await main(async () => {
  Object.assign(process.env, QUIET)
  await needPorts([PORT, SERVICES_PORT, OUTBOX_PORT])
  const standIns = await startStandIns({ services: SERVICES_PORT, outbox: OUTBOX_PORT }, STATE_DIR)
  await prepareDatabase(standIns.services.catalogue)
  process.env.SWITCHYARD_VARS = JSON.stringify(standIns.vars)
  process.env.OUTBOX_URL = standIns.outbox.origin
  const server = await createServer({ configFile: join(ROOT, 'web', 'vite.config.ts') })
  await server.listen()
  console.log(
    welcome({ origin: `http://localhost:${PORT}`, services: standIns.services.origin, outbox: standIns.outbox.origin }),
  )

  const stop = async () => {
    await Promise.all([server.close(), standIns.close()])
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
})
