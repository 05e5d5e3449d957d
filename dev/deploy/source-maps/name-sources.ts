import { SourceMap, type SourceMapPayload } from 'node:module'
import { relative, resolve } from 'node:path'

/**
 * A line of the Worker's log, or a stack, with our files and lines in place of those of the bundle. `maps`: the
 * source map of each of its files; `folder`: where the bundle is, so that files are named from the project's root.
 */
export function nameSources(text: string, maps: Record<string, SourceMapPayload>, folder: string): string {
  const sources = new Map(Object.entries(maps).map(([file, map]) => [file, new SourceMap(map)]))
  return text
    .replaceAll(String.raw`\n`, '\n')
    .replaceAll(/[^\s(]*?([\w.-]+\.js):(\d+):(\d+)/g, (place, file: string, line: string, column: string) => {
      const found = sources.get(file)?.findEntry(Number(line) - 1, Number(column) - 1)
      if (!found || !('originalSource' in found)) return place
      return `${relative('.', resolve(folder, found.originalSource))}:${found.originalLine + 1}`
    })
}
