import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../processes/run.ts'

/** Reads a package that is not among ours, such as `trello.js@2.2.0`, from its folder, which then goes. */
export async function fromPackage<Read>(named: string, read: (folder: string) => Read | Promise<Read>): Promise<Read> {
  const folder = mkdtempSync(join(tmpdir(), 'package-'))
  try {
    await run('npm', ['install', '--no-save', '--loglevel=error', '--prefix', folder, named])
    return await read(join(folder, 'node_modules', named.replace(/@[^@]+$/, '')))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
