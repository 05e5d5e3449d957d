import { main } from '../processes/run.ts'
import { checkServiceFile, checkServiceFiles } from './check-service.ts'
import { writeNewService } from './new-service.ts'
import { writeSchema } from './write-schema.ts'

const USAGE = `npm run service -- new acme          writes services/acme.json and its icons, to begin with
npm run service -- check acme.json   says what is wrong with a file, line by line; without a name, all of services/
npm run service -- schema            writes the published schema again, after a change of the format`

/** The command of somebody who writes a service (docs/services.md). */
await main(async () => {
  const [task, name] = process.argv.slice(2)
  if (task === 'check') return report(await (name === undefined ? checkServiceFiles() : checkServiceFile(name)))
  if (task === 'schema') return writeSchema()
  if (task !== 'new' || name === undefined) throw new Error(USAGE)
  console.log(`Written: ${writeNewService(name).join(', ')}`)
})

function report(lines: readonly string[]): void {
  if (lines.length > 0) throw new Error(lines.join('\n'))
  console.log('This file is right: every step works with its sample.')
}
