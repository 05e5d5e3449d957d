import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'oxfmt'
import { servicesInCode } from '../../worker/services/services-in-code.ts'
import { ROOT } from '../processes/run.ts'
import { composeService, type Choices } from './compose-service.ts'
import { listServiceFiles } from './list-service-files.mjs'
import { drawIcons } from './service-icons.ts'

/** A service with one of everything that most have. */
export const EVERYTHING: Choices = { way: 'key', kinds: ['trigger', 'query', 'action'] }

/** Why a new service cannot be called so, as a sentence; null where it can. */
export function whyNotNamed(id: string, root = ROOT): string | null {
  if (!/^[a-z][a-z0-9_]{1,39}$/.test(id)) return `"${id}" cannot be a name. Use small letters, such as acme.`
  if (servicesInCode.some((service) => service.id === id)) return `There is a service ${id}.`
  return existsSync(join(root, fileOf(id))) ? `${fileOf(id)} is there already.` : null
}

/** Writes the files of a new service, enters it in the Worker's list, and returns all that changed. Rejects if its name cannot be one or is taken. */
export async function writeNewService(id: string, choices: Choices = EVERYTHING, root = ROOT): Promise<string[]> {
  const reason = whyNotNamed(id, root)
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
