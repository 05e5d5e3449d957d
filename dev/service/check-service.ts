import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import {
  createScanner,
  findNodeAtLocation,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser'
import { DEEPEST } from '../../worker/contract/shared/parse-json.ts'
import { readServiceFile } from '../../worker/services/format/check/read-service-file.ts'
import { servicesInCode } from '../../worker/services/services-in-code.ts'
import { ROOT } from '../processes/run.ts'
import { findServiceFile, FOLDER, noServiceFile } from './named-service.ts'
import { missingIcons } from './service-icons.ts'
import { namesOfServiceFiles, type TakenName } from './taken-names.ts'

/**
 * Lists the mistakes in a service's JSON file, a line each, such as `acme.json:12 request.get: …`. Looks for the file
 * where it says and in services/. Nothing is sent anywhere.
 */
export async function checkServiceFile(name: string): Promise<string[]> {
  const file = findServiceFile(name)
  if (file === undefined) return [noServiceFile(name)]
  const problems = await checkServiceText(readFileSync(file, 'utf8'), namesOfServiceFiles(FOLDER, file))
  return [...problems, ...wrongIcons(file)].map((problem) => `${basename(file)}:${problem}`)
}

/** Only services of this site have icons: those in services/. */
function wrongIcons(file: string): string[] {
  const id = basename(file, '.json')
  const [missing] = dirname(file) === FOLDER ? missingIcons(id, ROOT) : []
  return missing === undefined ? [] : [`1 has no icon ${missing}: npm run service -- icons ${id} draws one.`]
}

/** The same of every file in services/. */
export async function checkServiceFiles(): Promise<string[]> {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'))
  return (await Promise.all(files.map((name) => checkServiceFile(join(FOLDER, name))))).flat()
}

/** The same of a text: `12 request.get: …`. `others`: the names of the other files in services/. */
export async function checkServiceText(text: string, others: readonly TakenName[] = []): Promise<string[]> {
  const tooDeep = offsetOfTooDeep(text)
  if (tooDeep !== null) return [`${lineAt(text, tooDeep)} this is nested deeper than ${DEEPEST} levels.`]
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true })
  if (errors.length > 0 || !root) {
    const [error] = errors
    const what = error ? printParseErrorCode(error.error) : 'nothing in it'
    return [
      `${lineAt(text, error?.offset ?? 0)} this is not JSON (${what}). Look for a comma or a quote here and in the line before.`,
    ]
  }
  const twice = repeatedKeys(root).map(
    ({ offset, value }) => `${lineAt(text, offset)} ${String(value)}: is there twice. Remove one.`,
  )
  const taken = [...servicesInCode, ...others]
  const read = await readServiceFile(JSON.parse(text), { taken, allowed_hosts: [] })
  const problems = read.kind === 'wrong' ? read.problems : []
  const lines = problems.map(({ path, message }) => {
    const place = path.map(String).join('.')
    return `${lineAt(text, offsetOf(root, path))} ${place === '' ? '' : `${place}: `}${message}`
  })
  return [...twice, ...lines]
}

/** Where a text, which may not be JSON, is nested too deep to be read; null where it is not. */
function offsetOfTooDeep(text: string): number | null {
  const scanner = createScanner(text)
  let depth = 0
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const offset = scanner.getTokenOffset()
    const begins = text.charAt(offset)
    if (begins === '{' || begins === '[') depth += 1
    if (begins === '}' || begins === ']') depth -= 1
    if (depth > DEEPEST) return offset
  }
  return null
}

/** JSON keeps the last of two keys and forgets the other. */
function repeatedKeys(node: Node): Node[] {
  const keys = node.type === 'object' ? (node.children ?? []).flatMap(({ children }) => children?.[0] ?? []) : []
  const twice = keys.filter((key, index) => keys.findIndex(({ value }) => value === key.value) < index)
  return [...twice, ...(node.children ?? []).flatMap(repeatedKeys)]
}

/** Where the place begins, or the nearest one around it that is there. */
function offsetOf(root: Node, path: readonly (string | number)[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length))
    if (node) return (node.parent?.type === 'property' ? node.parent : node).offset
  }
  return root.offset
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
