import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

type Stored<State> = { state: State; save(): void }

/** State that survives a restart: read once, written whole on each save. Without a path, it stays in memory. */
export function openJsonFile<State extends object>(path: string | undefined, initial: State): Stored<State> {
  if (path === undefined) return { state: initial, save: () => {} }
  const file = path
  const state = { ...initial, ...read<State>(file) }
  return { state, save: () => write(file, state) }
}

function read<State>(path: string): Partial<State> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return {}
  }
  try {
    return JSON.parse(text) as Partial<State>
  } catch {
    throw new Error(`${path} is not valid JSON. Delete it, or run npm run reset.`)
  }
}

/** Writes to a second file first, so that a crash midway leaves the old state intact. */
function write(path: string, state: object): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, JSON.stringify(state, null, 2))
  renameSync(`${path}.new`, path)
}
