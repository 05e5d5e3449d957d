import manifest from 'virtual:client-manifest'
import type { Assets } from '../site/page-state.ts'

/** True in development: Vite serves the sources without a client build. */
export const DEVELOPMENT = manifest === null

const ENTRY = 'app/entry-client.tsx'
const STYLES = 'styles/index.css'

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

/** The hashed files that a page needs in the browser, and those of `modules`. */
export function assetsFor(page: string, modules: readonly string[] = []): Assets {
  if (!manifest) return { styles: [`/${STYLES}`], preload: [], earlyPress: EARLY_PRESS }
  const preload = new Set<string>()
  for (const file of [ENTRY, `${page}.tsx`, ...modules]) collect(file, preload)
  // The document loads it itself.
  preload.delete(EARLY_PRESS)
  const styles = manifest[STYLES]
  return { styles: styles ? [`/${styles.file}`] : [], preload: [...preload], earlyPress: EARLY_PRESS }
}

function collect(file: string, into: Set<string>): void {
  const chunk = manifest?.[file]
  if (!chunk || into.has(`/${chunk.file}`)) return
  into.add(`/${chunk.file}`)
  for (const imported of chunk.imports ?? []) collect(imported, into)
}
