// `npm run measure`: how easy the code base is to enter, in figures. The limits among them are held by dev/checks.
import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path/posix'
import { parseAst } from 'vite'
import { findTests } from './checks/find-tests.ts'
import { findFolderCycles, readImports } from './checks/import-graph.ts'
import { isForTests, isTest, readSources, type SourceFile } from './checks/source-files.ts'
import { ROOT } from './processes/run.ts'

const files = readSources()
const code = files.filter(({ path }) => /\.tsx?$/.test(path))
const product = files.filter(({ path }) => !isForTests(path))

const folders = [...Map.groupBy(files, ({ path }) => dirname(path)).values()].map((inside) => inside.length)
const circles = findFolderCycles(readImports(product))
const names = code.filter(({ path }) => isTest(path)).flatMap(({ text }) => findTests(text))

print('Files in a folder', folders)
print(
  'Lines in a file',
  code.map(({ text }) => text.split('\n').length),
)
print('Lines in a function', product.flatMap(functionLines))
print(
  'Words in a test name',
  names.map(({ name }) => name.split(/\s+/).length),
)
console.log(`${'Folders in an import circle'.padEnd(28)} ${circles.flat().length} of ${folders.length}`)
console.log(`At ${execFileSync('git', ['log', '-1', '--format=%h %cs'], { cwd: ROOT, encoding: 'utf8' }).trim()}`)

function print(what: string, values: number[]): void {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  console.log(`${what.padEnd(28)} median ${at(0.5)}, 90% ${at(0.9)}, most ${at(1)}, of ${sorted.length}`)
}

/** The lines of each named function, method and arrow of a file. */
function functionLines({ path, text }: SourceFile): number[] {
  if (!/\.tsx?$/.test(path)) return []
  const found: number[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!isNode(node)) return
    if (/Function(?:Declaration|Expression)$/.test(node.type)) {
      found.push(text.slice(node.start, node.end).split('\n').length)
    }
    for (const value of Object.values(node)) visit(value)
  }
  visit(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  return found
}

function isNode(value: unknown): value is { type: string; start: number; end: number } {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
