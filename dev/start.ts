import { join } from 'node:path'
import { createServer } from 'vite'
import { keepTime } from './start/local-site/keep-time.ts'
import { prepareSite } from './start/local-site/prepare-site.ts'
import { PORT } from './settings/ports.ts'
import { readNoArguments } from './processes/read-arguments.ts'
import { main, QUIET, ROOT } from './processes/run.ts'
import { takeChangedFiles } from './start/local-site/take-changed-files.ts'
import { welcome } from './start/local-site/welcome.ts'
import { writeLocalCatalog } from './start/local-site/write-local-catalog.ts'

/** Runs everything in one process: Vite with both Workers in workerd, and the stand-ins. Ctrl-C stops it all. */
await main(async () => {
  readNoArguments('npm start')
  Object.assign(process.env, QUIET)
  console.log('Migrating, seeding and starting: this takes a minute or two …')
  const site = await prepareSite(PORT)
  process.env.SWITCHYARD_VARS = JSON.stringify(site.vars)
  process.env.OUTBOX_URL = site.standIns.outbox.origin
  process.env.CLOCK_URL = site.standIns.clock.origin
  const addresses = JSON.parse(site.vars['SERVICE_ADDRESSES'] ?? '{}')
  const files = takeChangedFiles({
    root: ROOT,
    take: async (service) => {
      await writeLocalCatalog(service, addresses)
      site.standIns.services.control.changeService(service)
    },
  })
  const server = await createServer({ configFile: join(ROOT, 'web', 'vite.config.ts'), plugins: [files] })
  await server.listen()
  await keepTime(site)
  console.log(welcome(site))

  const stop = async () => {
    await Promise.all([server.close(), site.standIns.close()])
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
})
