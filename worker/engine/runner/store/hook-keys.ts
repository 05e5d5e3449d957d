import { MINUTE } from '../../../contract/shared/durations.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { readMeta, writeMeta } from './tables.ts'

const MOST_REFUSED = 200
const MOST_HANDSHAKES = 20
/** By then D1 has another key, and a snapshot said so. If writing D1 failed, the address works again. In ms. */
const REFUSED_FOR = 10 * MINUTE

/** For ten minutes this key starts nothing, whatever a snapshot says that was read before. */
export function refuseKey(memory: RunnerMemory, key_hash: string): void {
  memory.refused_keys.set(key_hash, memory.world.now())
  const refused = [...memory.refused_keys].slice(-MOST_REFUSED)
  memory.refused_keys = new Map(refused)
  writeMeta(memory.world, 'refused_keys', JSON.stringify(refused))
}

export function isKeyRefused({ world, refused_keys }: RunnerMemory, key_hash: string): boolean {
  const since = refused_keys.get(key_hash)
  return since !== undefined && world.now() - since < REFUSED_FOR
}

/** Records that a sender checked the address. False for a key that is not here. */
export function noteHandshake(memory: RunnerMemory, key_hash: string): boolean {
  const { world, programs, settings } = memory
  if (isKeyRefused(memory, key_hash)) return false
  const known = [...programs.values()].some(({ program }) => program.running && program.hook_key_hash === key_hash)
  if (!known && settings.maker_key_hash !== key_hash) return false
  const before: { key_hash: string; at: number }[] = JSON.parse(readMeta(world, 'handshakes') ?? '[]')
  writeMeta(world, 'handshakes', JSON.stringify([...before, { key_hash, at: world.now() }].slice(-MOST_HANDSHAKES)))
  return true
}
