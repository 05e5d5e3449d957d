import { main, ROOT } from '../processes/run.ts'
import { askNewService } from './ask-new-service.ts'
import { checkServiceFile, checkServiceFiles } from './check-service.ts'
import { findService, findStep } from './named-service.ts'
import { writeNewService } from './new-service.ts'
import { drawIcons } from './service-icons.ts'
import { showService } from './show-service.ts'
import { terminalAt } from '../processes/terminal.ts'
import { readTryArguments, tryStep } from './try-service.ts'
import { writeSchema } from './write-schema.ts'

const USAGE = `npm run service -- new acme             writes services/acme.json and its icons, to begin with; asks what for
npm run service -- check acme           says what is wrong with files, line by line; without a name, all of services/
npm run service -- show acme [step]     shows each request as it would be sent; nothing is sent
npm run service -- try acme new_note    asks the real API, with a key that you type, and shows what became of it;
                                        --address http://localhost:4000 for an API on your machine
npm run service -- icons acme           draws the icons that it does not have yet
npm run service -- schema               writes the published schema again, after a change of the format`

/** The command of somebody who writes a service (docs/services.md). */
await main(async () => {
  const [task, ...args] = process.argv.slice(2)
  const [name] = args
  const terminal = terminalAt()
  switch (task) {
    case 'check':
      return report(await (name === undefined ? checkServiceFiles() : checkEach(args)), args.length)
    case 'schema':
      return writeSchema()
    case 'new': {
      const { id, choices } = await askNewService(terminal, name)
      return console.log(`Written: ${(await writeNewService(id, choices)).join(', ')}`)
    }
    case 'icons':
      if (name === undefined) break
      return console.log(
        `Drawn: ${drawIcons(await findService(name), ROOT).join(', ') || 'nothing, all three are there'}`,
      )
    case 'show':
      if (name === undefined) break
      return show(name, args[1])
    case 'try':
      if (name === undefined) break
      return tryStep(readTryArguments(args), terminal)
  }
  throw new Error(USAGE)
})

async function checkEach(names: readonly string[]): Promise<string[]> {
  return (await Promise.all(names.map(checkServiceFile))).flat()
}

async function show(name: string, step: string | undefined): Promise<void> {
  const service = await findService(name)
  console.log(await showService(service, step === undefined ? undefined : findStep(service, step).step.slug))
}

function report(lines: readonly string[], files: number): void {
  if (lines.length > 0) throw new Error(lines.join('\n'))
  console.log(`${files === 1 ? 'This file is' : 'These files are'} right: every step works with its sample.`)
}
