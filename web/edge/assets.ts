import manifest, { sourceStyles } from 'virtual:client-manifest'
import type { Files } from '../site/lazy-part.tsx'
import type { Assets } from '../site/page-state.ts'

/** True in development: Vite serves the sources without a client build. */
export const DEVELOPMENT = manifest === null

const ENTRY = 'app/entry-client.tsx'

/** Records presses from before hydration: a file of its own, which is not an entry (see vite.config.ts). */
const EARLY_PRESS = manifest
  ? `/${Object.values(manifest).find(({ name }) => name === 'early-press')?.file}`
  : '/browser/early-press/early-press.ts'

/** Sets up React's fast refresh before the first component, then loads the entry. */
const PREAMBLE = `(async () => {
  await import('/@vite/client')
  const { default: refresh } = await import('/@react-refresh')
  refresh.injectIntoGlobalHook(window)
  window.$RefreshReg$ = () => {}
  window.$RefreshSig$ = () => (type) => type
  window.__vite_plugin_react_preamble_installed__ = true
  await import('/${ENTRY}')
})()`

/** React's server options that start the client entry. */
export const bootstrap = manifest
  ? { bootstrapModules: [`/${manifest[ENTRY]?.file}`] }
  : { bootstrapScriptContent: PREAMBLE }

/** The address of a page's module, as the browser imports it. */
export function fileOf(page: string): string {
  return `/${manifest?.[`${page}.tsx`]?.file ?? `${page}.tsx`}`
}

/** By what is asked for, which only routes say. */
const knownAssets = new Map<string, Assets>()

/** The hashed files that a page needs in the browser: its scripts and those of `modules`, and its stylesheets. */
export function assetsFor(page: string, modules: readonly string[] = []): Assets {
  const asked = [page, modules].join('|')
  const assets = knownAssets.get(asked) ?? findAssets(page, modules)
  knownAssets.set(asked, assets)
  return assets
}

function findAssets(page: string, modules: readonly string[]): Assets {
  if (!manifest) return { styles: sourceStyles, preload: [], earlyPress: EARLY_PRESS }
  const own = filesOf([ENTRY, `${page}.tsx`])
  return {
    styles: own.styles,
    // The document loads the recorder itself.
    preload: filesOf([ENTRY, `${page}.tsx`, ...modules]).scripts.filter((file) => file !== EARLY_PRESS),
    earlyPress: EARLY_PRESS,
  }
}

/** Returns what a part needs of a page that names its own files and the scripts of `modules`. */
export function partFiles(page: string, modules: readonly string[] = []): (module: string) => Files {
  const { styles, preload } = assetsFor(page, modules)
  const named = new Set([...styles, ...preload])
  return (module) => {
    const files = filesOf([module])
    const isNew = (file: string) => !named.has(file) && file !== EARLY_PRESS
    return { styles: files.styles.filter(isNew), scripts: files.scripts.filter(isNew) }
  }
}

/** The scripts and stylesheets of these modules with all that they import; none in development. */
function filesOf(modules: readonly string[]): Files {
  const chunks = chunksOf(modules)
  return {
    styles: [...new Set(chunks.flatMap(({ css = [] }) => css.map((file) => `/${file}`)))],
    scripts: chunks.map(({ file }) => `/${file}`),
  }
}

type Chunk = NonNullable<typeof manifest>[string]

/** The chunks of these modules with all that they import. */
function chunksOf(modules: readonly string[], found = new Set<Chunk>()): Chunk[] {
  for (const module of modules) {
    const chunk = manifest?.[module]
    if (!chunk || found.has(chunk)) continue
    found.add(chunk)
    chunksOf(chunk.imports ?? [], found)
  }
  return [...found]
}
