import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ROOT } from '../../processes/run.ts'

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[] }

/** The client build's modules and chunks, as Vite names them. */
export function readManifest(): Record<string, Chunk> {
  return JSON.parse(readFileSync(join(ROOT, 'out/client-manifest.json'), 'utf8'))
}

/** The scripts and stylesheets of these modules with all that they import. */
export function filesOf(manifest: Record<string, Chunk>, modules: readonly string[]) {
  const found = new Set<Chunk>()
  const collect = (name: string) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The client build has no ${name}.`)
    if (found.has(chunk)) return
    found.add(chunk)
    chunk.imports?.forEach(collect)
  }
  modules.forEach(collect)
  const chunks = [...found]
  return {
    scripts: new Set(chunks.map(({ file }) => file)),
    styles: new Set(chunks.flatMap(({ css = [] }) => css)),
  }
}

export function gzippedBytes(files: Iterable<string>, folder = 'web/dist'): number {
  return [...files]
    .map((file) => gzipSync(readFileSync(join(ROOT, folder, file)), { level: 9 }).length)
    .reduce((sum, size) => sum + size, 0)
}

const ENTRY = 'app/entry-client.tsx'
/** Files that the connection page loads before it is interactive. */
export const FIRST = [ENTRY, 'applets/connection-page/connection-page.tsx']
/** Files that each page loads once it is idle. */
const IDLE = ['browser/request/request.ts']
export const FOR_VISITORS = [...FIRST, ...IDLE]
/** For a user who may connect the Applet. */
export const FOR_USERS = [
  ...FOR_VISITORS,
  'applets/connect/driver/connect-in-browser.ts',
  'applets/recommended/recommended.tsx',
]
/** For a user who has it enabled. Parts that few Applets have are not among them (see viewer-parts.tsx). */
export const FOR_OWNERS = [...FOR_USERS, 'applets/connection-page/viewer-parts.tsx', 'applets/manage/manage-bar.tsx']

/** The page where an Applet is made: its first search and its sentence come once it is idle. */
export const FOR_MAKERS = [
  ENTRY,
  'create/create-page.tsx',
  'create/step/step-search.tsx',
  'create/describe/describe-form.tsx',
  ...IDLE,
]

/** The stylesheets that a page waits for. */
export function stylesOf(manifest: Record<string, Chunk>, page: string): Set<string> {
  return filesOf(manifest, [ENTRY, page]).styles
}
