import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../processes/run.ts'

export type SourceFile = { path: string; text: string }

const SIDES = ['worker', 'web', 'dev', 'e2e', 'packages']
/** Built, installed or made by a tool, so no rule of the house applies. */
const NOT_OURS = ['node_modules', 'dist', '.wrangler']

/** Every TypeScript and CSS file of the project, or of another copy of it, with its path from the root. */
export function readSources(root = ROOT): SourceFile[] {
  const sides = SIDES.flatMap((side) =>
    globSync(`${side}/**/*.{ts,tsx,css,mjs}`, { cwd: root, exclude: (name) => NOT_OURS.includes(name) }),
  )
  const paths = [...sides, ...globSync('*.config.ts', { cwd: root })]
  return paths.toSorted().map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

export function isTest(path: string): boolean {
  return /\.(?:test|spec)\.tsx?$/.test(path)
}

/** Tests and what only tests use. They may import from every room, so no circle runs through them. */
export function isForTests(path: string): boolean {
  return isTest(path) || /\.fixture\.tsx?$|(?:^|\/)testing\//.test(path) || /^(?:e2e\/|playwright\.config)/.test(path)
}
