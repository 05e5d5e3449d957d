import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'oxfmt'
import { readServiceFile } from '../../worker/services/format/check/read-service-file.ts'
import { servicesInCode } from '../../worker/services/services-in-code.ts'
import { ROOT } from '../processes/run.ts'
import { composeService, type Choices } from './compose-service.ts'
import { listServiceFiles } from './list-service-files.mjs'
import { drawIcons } from './service-icons.ts'
import { namesOfServiceFiles } from './taken-names.ts'

/** A service with one of everything that most have. */
export const EVERYTHING: Choices = { way: 'key', kinds: ['trigger', 'query', 'action'] }

/** Why a new service cannot be called so, as a sentence; null where it can: its file would be right. */
export async function whyNotNamed(id: string, root = ROOT): Promise<string | null> {
  if (!/^[a-z][a-z0-9_]{1,39}$/.test(id)) return `"${id}" cannot be a name. Use small letters, such as acme.`
  const file = join(root, fileOf(id))
  if (existsSync(file)) return `${fileOf(id)} is there already.`
  const taken = [...servicesInCode, ...namesOfServiceFiles(join(root, 'services'), file)]
  const read = await readServiceFile(composeService(id, EVERYTHING), { taken, allowed_hosts: [] })
  if (read.kind === 'service') return null
  const [{ path, message } = { path: [], message: '' }] = read.problems
  return `"${id}" cannot be a name. Its file would be wrong: ${path.join('.')}: ${message}`
}

/** Writes the files of a new service, enters it in the Worker's list, and returns all that changed. Rejects if its name cannot be one or is taken. */
export async function writeNewService(id: string, choices: Choices = EVERYTHING, root = ROOT): Promise<string[]> {
  const reason = await whyNotNamed(id, root)
  if (reason !== null) throw new Error(reason)
  const document = composeService(id, choices)
  mkdirSync(join(root, 'services'), { recursive: true })
  const { code } = await format(fileOf(id), JSON.stringify(document), { printWidth: 120 })
  writeFileSync(join(root, fileOf(id)), code)
  const icons = drawIcons({ id, name: String(document['name']), color: String(document['color']) }, root)
  listServiceFiles(root)
  return [fileOf(id), ...icons, 'worker/services/json-services.ts']
}

function fileOf(id: string): string {
  return `services/${id}.json`
}
