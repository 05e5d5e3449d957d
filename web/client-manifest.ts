import { globSync } from 'node:fs'
import type { Plugin } from 'vite'

const ID = 'virtual:client-manifest'

/** Inlines the client build's manifest into the edge renderer. `read`: returns its JSON, or null in development. */
export function clientManifest(read: () => string | null): Plugin {
  return {
    name: 'client-manifest',
    resolveId: (source) => (source === ID ? `\0${ID}` : undefined),
    load(source) {
      if (source !== `\0${ID}`) return undefined
      const manifest = read()
      const build = manifest ? hash(manifest) : 'development'
      return [
        `export default ${manifest ?? 'null'}`,
        `export const buildId = ${JSON.stringify(build)}`,
        `export const sourceStyles = ${JSON.stringify(manifest ? [] : stylesheets())}`,
      ].join('\n')
    },
  }
}

/** Every stylesheet of the sources, which development links one by one. */
function stylesheets(): string[] {
  const exclude = ['dist', 'node_modules']
  return globSync('**/*.css', { cwd: import.meta.dirname, exclude })
    .toSorted()
    .map((path) => `/${path}`)
}

function hash(text: string): string {
  let value = 5381
  for (const char of text) value = ((value * 33) ^ (char.codePointAt(0) ?? 0)) >>> 0
  return value.toString(36)
}
