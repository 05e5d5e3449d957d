import { randomUUID } from 'node:crypto'
import type { AccountState, Binding, StoredScript } from './account-state.ts'
import { Refusal } from './api-envelope.ts'

/** A step of an upload's migrations. */
export type ObjectMigration = { new_sqlite_classes?: string[] }

type Migrations = { old_tag?: string; new_tag?: string; steps?: ObjectMigration[] }

/** Makes classes. An upload whose migrations begin elsewhere is refused, and so is making a class twice. */
export function migrateObjects({ migrations }: { migrations?: Migrations }, to: StoredScript): void {
  if (!migrations) return
  if ((migrations.old_tag ?? null) !== to.migration_tag)
    throw new Refusal(
      412,
      10079,
      `Actor migration tag precondition failed; expected ${to.migration_tag}, got ${migrations.old_tag}`,
    )
  for (const { new_sqlite_classes = [] } of migrations.steps ?? [])
    for (const name of new_sqlite_classes) addClass(to, name, randomUUID().replaceAll('-', ''))
  to.migration_tag = migrations.new_tag ?? null
}

function addClass({ classes }: StoredScript, name: string, namespace: string): void {
  if (classes.has(name))
    throw new Refusal(400, 10074, `Cannot apply new-class migration to class '${name}' that is already depended on.`)
  classes.set(name, namespace)
}

/** Refuses bindings to classes that no script has. */
export function checkObjects(bindings: readonly Binding[], to: StoredScript, { scripts }: AccountState): void {
  for (const { type, class_name, script_name } of bindings) {
    if (type !== 'durable_object_namespace') continue
    const owner = script_name === undefined || script_name === to.name ? to : scripts.get(String(script_name))
    if (!owner?.classes.has(String(class_name)))
      throw new Refusal(
        400,
        10061,
        `Cannot create binding for class '${class_name}' in script '${script_name ?? to.name}' because it is not currently configured to implement Durable Objects.`,
      )
  }
}
