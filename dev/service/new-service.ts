import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { servicesInCode } from '../../worker/services/services-in-code.ts'
import { ROOT } from '../processes/run.ts'
import { listServiceFiles } from './list-service-files.mjs'

/** Writes the files of a new service, enters it in the Worker's list, and returns all that changed. Throws if its name cannot be one or is taken. */
export function writeNewService(id: string, root = ROOT): string[] {
  if (!/^[a-z][a-z0-9_]{1,39}$/.test(id)) throw new Error(`"${id}" cannot be a name. Use small letters, such as acme.`)
  if (servicesInCode.some((service) => service.id === id)) throw new Error(`There is a service ${id}.`)
  const name = id
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
  const template = readFileSync(join(ROOT, 'dev/service/template.json'), 'utf8')
  const text = template
    .replaceAll(/\bacme(?!\.example)/g, id)
    .replaceAll('acme.example', `${id.replaceAll('_', '-')}.example`)
    .replaceAll('Acme', name)
  const files: Record<string, string> = { [`services/${id}.json`]: text, ...icons(id, name.charAt(0)) }
  const taken = Object.keys(files).find((file) => existsSync(join(root, file)))
  if (taken !== undefined) throw new Error(`${taken} is there already.`)
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), content)
  }
  listServiceFiles(root)
  return [...Object.keys(files), 'worker/services/json-services.ts']
}

/** The letter on the service's color, in ink, and in white. */
function icons(id: string, letter: string): Record<string, string> {
  const folder = 'web/public/icons/services'
  return {
    [`${folder}/${id}.svg`]: icon(letter, '#ffffff', '<rect width="64" height="64" rx="14" fill="#0b7285"/>'),
    [`${folder}/${id}-bw.svg`]: icon(letter, '#14171a'),
    [`${folder}/${id}-mono.svg`]: icon(letter, '#ffffff'),
  }
}

function icon(letter: string, fill: string, behind = ''): string {
  const text = `<text x="32" y="46" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="40" fill="${fill}">${letter}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">${behind}${text}</svg>\n`
}
