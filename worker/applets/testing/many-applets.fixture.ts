import { applet_steps, applets, enablements } from '../../db/schema/applets.ts'
import type { Db } from '../../system/d1/client.ts'
import { insertMany } from '../../testing/insert-many.ts'
import type { AppletFixture } from './stored-applet.fixture.ts'

/** An Applet of a list: who made it, the ids of its steps, and what decides its place. */
export type ListedApplet = {
  author?: { id: string }
  steps: readonly string[]
  enabled_count?: number
  draft?: boolean
  archived?: boolean
}

/** Writes any number of Applets with two statements, and returns their ids in order. */
export async function manyApplets(
  { db, author }: Pick<AppletFixture, 'db' | 'author'>,
  given: readonly ListedApplet[],
): Promise<number[]> {
  const first = 1 + Math.max(0, ...(await db.select({ id: applets.id }).from(applets)).map(({ id }) => id))
  const rows = given.map(({ author: own = author, enabled_count = 0, draft = false, archived = false }, n) => ({
    id: first + n,
    name: `Applet ${(n * 7) % 10}`,
    brand_color: '#225588',
    author_id: own.id,
    enabled_count,
    published_at: draft ? null : 1,
    archived_at: archived ? 2 : null,
    created_at: 1,
    updated_at: n % 5,
  }))
  await insertMany(db, applets, rows)
  const steps = given.flatMap(({ steps: ids }, n) =>
    ids.map((step_id, position) => ({ applet_id: first + n, position, step_id })),
  )
  await insertMany(db, applet_steps, steps)
  return rows.map(({ id }) => id)
}

/** This user has these Applets, on or off. Each was changed at another time. */
export async function manyEnablements(
  db: Db,
  applet_ids: readonly number[],
  user: { id: string },
  status: 'enabled' | 'disabled' = 'enabled',
): Promise<void> {
  const rows = applet_ids.map((applet_id) => ({
    id: `ena_${user.id}_${applet_id}`,
    user_id: user.id,
    applet_id,
    status,
    created_at: 1,
    updated_at: applet_id,
  }))
  await insertMany(db, enablements, rows)
}
