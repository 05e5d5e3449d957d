import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { expandService } from '../../../worker/services/format/expand-service.ts'
import type { ServiceDefinition } from '../../../worker/services/format/service-definition.ts'
import { checkServiceFile } from '../../service/check-service.ts'
import { listServiceFiles } from '../../service/list-service-files.mjs'

type Options = {
  /** The project, whose folder `services` is watched. */
  root: string
  check?: (file: string) => Promise<string[]>
  /** Takes the new file of a service before the Workers do: where its rows are, and what answers in its place. */
  take: (service: ServiceDefinition) => Promise<void>
  say?: (text: string) => void
}

/**
 * Lets the running site take a change of a file in services/. One that is wrong is told in the terminal, and the file
 * from before goes on until it is right.
 */
export function takeChangedFiles({ root, check = checkServiceFile, take, say = console.log }: Options): Plugin {
  const folder = join(root, 'services')
  const right = new Map(filesIn(folder).map((file) => [file, readFileSync(file, 'utf8')]))
  const isService = (file: string) => dirname(file) === folder && file.endsWith('.json')
  /** Every environment is told of a change: it is checked once. */
  let last: { at: number; isRight: Promise<boolean> } | null = null

  async function takeChange(file: string): Promise<boolean> {
    const text = readFileSync(file, 'utf8')
    const problems = await check(file)
    if (problems.length > 0) {
      const rest = right.has(file) ? 'The file from before goes on.' : 'It is not there yet.'
      say(`${problems.join('\n')}\n${basename(file)} is wrong. ${rest}\n`)
      return false
    }
    if (right.get(file) === text) return false
    await take(expandService(JSON.parse(text)))
    right.set(file, text)
    // The list takes every file, so that one which has never been right keeps new ones out.
    if (filesIn(folder).every((each) => right.has(each))) listServiceFiles(root)
    say(`${basename(file)} has changed, and the site has taken it.\n`)
    return true
  }

  return {
    name: 'take-changed-files',
    enforce: 'pre',
    configureServer: (server) => {
      server.watcher.add(folder)
      // A new file is in no environment's graph yet, so none is told of it.
      server.watcher.on('add', (file) => void (isService(file) && takeChange(file)))
    },
    load: (id) => right.get(id.split('?', 1)[0] ?? id),
    hotUpdate: async ({ file, type, timestamp }) => {
      if (!isService(file) || type !== 'update') return undefined
      if (last?.at !== timestamp) last = { at: timestamp, isRight: takeChange(file) }
      return (await last.isRight) ? undefined : []
    },
  }
}

function filesIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return names.map((name) => join(folder, name))
}
