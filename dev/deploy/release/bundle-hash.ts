import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** 20 hex digits over files and texts, short enough for the tag of a Worker's version. */
export function bundleHash(folderOrFile: string, ...texts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of filesOf(folderOrFile))
    hash.update(file.name).update('\0').update(readFileSync(file.path)).update('\0')
  for (const text of texts) hash.update(text).update('\0')
  return hash.digest('hex').slice(0, 20)
}

function filesOf(path: string): { name: string; path: string }[] {
  if (statSync(path).isFile()) return [{ name: '', path }]
  return globSync('**/*', { cwd: path })
    .filter((name) => statSync(join(path, name)).isFile())
    .toSorted()
    .map((name) => ({ name: name.replaceAll('\\', '/'), path: join(path, name) }))
}
