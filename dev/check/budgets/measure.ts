// `node dev/bootstrap.mjs check/budgets/measure` prints the size and shape of the code base; `node dev/bootstrap.mjs check/budgets/measure <commit>` compares with that commit.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseAst } from 'vite'
import { findTests } from '../find-tests.ts'
import { findFolderCycles, readImports } from '../import-graph.ts'
import { isForTests, isTest, readSources, type SourceFile } from '../source-files.ts'
import { ROOT } from '../../processes/run.ts'

const [commit] = process.argv.slice(2)
const columns = [
  ...(commit ? [{ title: commit, files: sourcesAt(commit) }] : []),
  { title: 'now', files: readSources() },
]
const tables = columns.map(({ files }) => measure(files))
print(
  '',
  columns.map(({ title }) => title),
)
for (const name of Object.keys(Object.assign({}, ...tables))) {
  print(
    name,
    tables.map((table) => table[name] ?? ''),
  )
}

function measure(files: SourceFile[]): Record<string, string> {
  const code = files.filter(({ path }) => /\.tsx?$/.test(path))
  const product = files.filter(({ path }) => !isForTests(path))
  const folders = [...Map.groupBy(files, ({ path }) => dirname(path)).values()]
  const circles = findFolderCycles(readImports(product))
  const names = code.filter(({ path }) => isTest(path)).flatMap(({ text }) => findTests(text))
  return {
    ...roomLines(code),
    'Files in a folder': spread(folders.map(({ length }) => length)),
    'Lines in a file': spread(code.map(({ text }) => text.split('\n').length)),
    'Lines in a function': spread(product.flatMap(functionLines)),
    'Words in a test name': spread(names.map(({ name }) => name.split(/\s+/).length)),
    'Folders in an import circle': `${circles.flat().length} of ${folders.length}`,
  }
}

function print(name: string, cells: string[]): void {
  console.log([name.padEnd(28), ...cells.map((cell) => cell.padEnd(44))].join(' ').trimEnd())
}

function spread(values: number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return `median ${at(0.5)}, 90% ${at(0.9)}, most ${at(1)}, of ${sorted.length}`
}

/** Lines and files of TypeScript, of each room and in all. */
function roomLines(code: SourceFile[]): Record<string, string> {
  const rooms = Map.groupBy(code, ({ path }) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : 'settings'))
  const said = (files: SourceFile[]) => {
    const lines = files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
    return `${lines.toLocaleString('en')} lines in ${files.length} files`
  }
  return Object.fromEntries(
    [['all', code] as const, ...rooms].flatMap(([room, files]) => [
      [`Source of ${room}`, said(files.filter(({ path }) => !isForTests(path)))],
      [`For tests of ${room}`, said(files.filter(({ path }) => isForTests(path)))],
    ]),
  )
}

/** The sources as they were at a commit. */
function sourcesAt(name: string): SourceFile[] {
  const folder = mkdtempSync(join(tmpdir(), 'measure-'))
  try {
    const archive = execFileSync('git', ['archive', name], { cwd: ROOT, maxBuffer: 1e9 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    return readSources(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
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
