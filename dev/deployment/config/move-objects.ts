import type { WranglerConfig } from './deployed-config.ts'

/** What the API Worker made at each of its migrations, when it still had the objects. */
const MADE_BY_API: Record<string, readonly string[]> = {
  v1: ['Runner', 'Host'],
  v2: ['Runner', 'Host', 'Source'],
}

/**
 * The Runner's Worker where the API Worker has its objects: the first migration moves them with all that they store,
 * instead of making empty ones. `tag`: the last migration of the API Worker there.
 */
export function withMovedObjects(runner: WranglerConfig, api: { name: string; tag: string }): WranglerConfig {
  const made = MADE_BY_API[api.tag] ?? []
  const [first, ...later] = runner.migrations ?? []
  if (!first || made.length === 0) return runner
  const [moved, fresh] = [true, false].map((isMoved) =>
    (first.new_sqlite_classes ?? []).filter((name) => made.includes(name) === isMoved),
  )
  // Cloudflare's “Durable Objects migrations”: a transfer makes the class, and bindings to the old one lead to the new
  // one.
  const transferred_classes = (moved ?? []).map((name) => ({ from: name, from_script: api.name, to: name }))
  const migration = { tag: first.tag, transferred_classes, ...(fresh?.length && { new_sqlite_classes: fresh }) }
  return { ...runner, migrations: [migration, ...later] }
}
