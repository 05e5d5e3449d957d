import { dirname, join } from 'node:path/posix'
import type { SourceFile } from './source-files.ts'

type Import = { from: string; to: string; names: string[] }

const STATEMENT = /^(?:import|export)\s(?:type\s)?([^'"]*?)\s?from\s['"](\.[^'"]+)['"]/gm
const OTHER = /(?:\bimport\(\s*|^import\s|@import\s+(?:url\()?)['"](\.?[\w./-]+)['"]/gm

/** The imports between these files, types included. `names` is empty where the whole module is taken. */
export function readImports(files: readonly SourceFile[]): Import[] {
  const known = new Set(files.map(({ path }) => path))
  return files.flatMap(({ path, text }) => {
    const found = [
      ...[...text.matchAll(STATEMENT)].map(([, what = '', to = '']) => ({ to, names: namesIn(what) })),
      ...[...text.matchAll(OTHER)].map(([, to = '']) => ({ to, names: [] })),
    ]
    return found.flatMap(({ to, names }) => {
      const target = join(dirname(path), to)
      return known.has(target) ? [{ from: path, to: target, names }] : []
    })
  })
}

function namesIn(clause: string): string[] {
  const list = /\{([^}]*)\}/.exec(clause)?.[1] ?? ''
  const names = list.split(',').map(
    (part) =>
      part
        .trim()
        .replace(/^type /, '')
        .split(' as ')[0] ?? '',
  )
  return names.filter((name) => name !== '')
}

/** Groups of folders that reach each other. A folder is the files directly in it: its child is another one. */
export function findFolderCycles(imports: readonly Import[]): string[][] {
  const arrows = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [source, target] = [dirname(from), dirname(to)]
    if (source !== target) arrows.set(source, (arrows.get(source) ?? new Set()).add(target))
  }
  const reached = new Map([...arrows.keys()].map((folder) => [folder, reachableFrom(folder, arrows)]))
  const groups = [...reached].map(([folder, all]) =>
    [...all].filter((other) => reached.get(other)?.has(folder)).toSorted(),
  )
  const circles = groups.filter((group) => group.length > 1)
  return [...new Map(circles.map((group) => [group.join(' '), group])).values()]
}

/** All that arrows lead to from here, not this itself unless an arrow leads back. */
export function reachableFrom(start: string, arrows: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set<string>()
  const open = [start]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const target of arrows.get(next) ?? []) {
      if (found.has(target)) continue
      found.add(target)
      open.push(target)
    }
  }
  return found
}
