import { SourceMap, type SourceMapPayload } from 'node:module'
import { relative, resolve } from 'node:path'

/**
 * A line of the Worker's log, or a stack, with our files and lines in place of those of the bundle. `map`: its source
 * map; `folder`: where the bundle is, so that files are named from the project's root.
 */
export function nameSources(text: string, map: SourceMapPayload, folder: string): string {
  const source = new SourceMap(map)
  return text
    .replaceAll(String.raw`\n`, '\n')
    .replaceAll(/[^\s(]*index\.js:(\d+):(\d+)/g, (place, line: string, column: string) => {
      const found = source.findEntry(Number(line) - 1, Number(column) - 1)
      if (!('originalSource' in found)) return place
      return `${relative('.', resolve(folder, found.originalSource))}:${found.originalLine + 1}`
    })
}
