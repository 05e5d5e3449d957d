// Brings services/*.json into the Worker: a bundler takes only what is imported by name. Plain JavaScript, because
// bootstrap.mjs does it before every command.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes the module that imports them, if it is not as it should be. Returns the services' names. */
export function listServiceFiles(root) {
  const folder = join(root, 'services')
  const names = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => /^[a-z][a-z0-9_]{1,39}\.json$/.test(file))
    .map((file) => file.slice(0, -'.json'.length))
    // oxlint-disable-next-line unicorn/no-array-sort -- Node 18 has no toSorted.
    .sort()
  const imports = names.map((name) => `import ${name} from '../../services/${name}.json' with { type: 'json' }\n`)
  const text = `// Written by dev/service/list-service-files.mjs before every command: the files in services/.
${imports.join('')}
export const serviceFiles: readonly unknown[] = ${listed(names)}
`
  const file = join(root, 'worker/services/json-services.ts')
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
  return names
}

/** As the formatter wants it: in one line of 120 characters, or a line for each. */
function listed(names) {
  const line = `[${names.join(', ')}]`
  const before = 'export const serviceFiles: readonly unknown[] = '
  return before.length + line.length <= 120 ? line : `[\n${names.map((name) => `  ${name},\n`).join('')}]`
}
