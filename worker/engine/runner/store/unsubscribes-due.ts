import type { RunnerMemory } from '../world/memory.ts'
import { findService, isUntold } from './added-services.ts'
import type { Subscription } from './subscriptions.ts'

/** A trigger identity that nobody follows anymore, until its service was told. `due` in ms. */
export type Leaving = Pick<Subscription, 'key' | 'module_name' | 'slug' | 'account_id'> & {
  subscription: number
  due: number
  fails: number
}

type Left = Pick<Subscription, 'id' | 'key' | 'module_name' | 'slug' | 'account_id'>

/**
 * Its service is to be told at `due` (ms), if it wants to know. Part of the transaction in which the last Applet goes.
 */
export function noteLeaving(memory: RunnerMemory, left: Left, due = memory.world.now()): void {
  const { world } = memory
  const { id, key, module_name, slug, account_id } = left
  if (!findService(memory, module_name)?.triggers[slug]?.leave && !isUntold(memory, module_name)) return
  world.sql(
    `insert into leaving (key, subscription, module_name, slug, account_id, due) values (?, ?, ?, ?, ?, ?)
     on conflict (key) do nothing`,
    key,
    id,
    module_name,
    slug,
    account_id,
    due,
  )
}

/** These identities are followed, again or still: nothing is left to tell. */
export function dropLeaving({ world }: RunnerMemory, keys: readonly string[]): void {
  world.sql('delete from leaving where key in (select value from json_each(?))', JSON.stringify(keys))
}

export function dueLeaving({ world }: RunnerMemory, limit: number): Leaving[] {
  return world.sql<Leaving>('select * from leaving where due <= ? order by due, key limit ?', world.now(), limit)
}

/** Its service was told. One that was followed and left again meanwhile has another `due`, and is told again. */
export function endLeaving({ world }: RunnerMemory, { key, due }: Leaving): void {
  world.sql('delete from leaving where key = ? and due = ?', key, due)
}

/** Nothing where an Applet follows it again meanwhile, or left it again. `due` in ms. */
export function postponeLeaving(
  { world }: RunnerMemory,
  { key, due, fails }: Leaving,
  to: { due: number; fails?: number },
): void {
  world.sql('update leaving set due = ?, fails = ? where key = ? and due = ?', to.due, to.fails ?? fails, key, due)
}

export function nextLeaving({ world }: RunnerMemory): number | null {
  return world.sql<{ due: number | null }>('select min(due) as due from leaving')[0]?.due ?? null
}

export function leavingKeys({ world }: RunnerMemory): Set<string> {
  return new Set(world.sql<{ key: string }>('select key from leaving').map(({ key }) => key))
}
