import { env } from 'cloudflare:test'
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import { applet_steps, applets } from '../schema/applets.ts'
import { service_steps, services } from '../schema/connections.ts'
import type { Db } from '../../system/d1/client.ts'

/** Every word of the index as "rowid column word", and the places of Applets, after SQLite's own check of the index. */
export async function indexContents() {
  const ask = async (sql: string) => (await env.SEARCH.prepare(sql).all<Record<string, string | number>>()).results
  for (const table of ['applet_words', 'service_words', 'step_words']) {
    await ask(`insert into ${table} (${table}) values ('integrity-check')`)
    await ask(`create virtual table if not exists vocabulary_of_${table} using fts5vocab(${table}, instance)`)
  }
  const words = async (table: string) =>
    (await ask(`select distinct doc, col, term from vocabulary_of_${table}`))
      .map(({ doc, col, term }) => `${doc} ${col} ${term}`)
      .toSorted()
  return {
    applets: await words('applet_words'),
    services: await words('service_words'),
    steps: await words('step_words'),
    places: (await ask('select place from applet_places where place is not null')).map(({ place }) => place).toSorted(),
  }
}

/** Lists the contents that the index should have, by the rows of D1. */
export async function expectedContents(db: Db) {
  const publicApplets = await db
    .select()
    .from(applets)
    .where(
      and(
        isNotNull(applets.published_at),
        isNull(applets.archived_at),
        isNull(applets.unlisted_until),
        isNull(applets.taken_down),
      ),
    )
  const steps = await db
    .select({ applet_id: applet_steps.applet_id, step: service_steps.name, service: services.name })
    .from(applet_steps)
    .innerJoin(service_steps, eq(service_steps.id, applet_steps.step_id))
    .innerJoin(services, eq(services.module_name, service_steps.module_name))
  const shown = await db.select().from(services).where(eq(services.published, true)).orderBy(asc(services.module_name))
  const byPopularity = shown.toSorted((a, b) => b.popularity - a.popularity)
  const byName = await db.select().from(service_steps).orderBy(asc(service_steps.name), asc(service_steps.id))
  const docs = publicApplets.map(({ id, name, description, enabled_count }) => {
    const digits = String(enabled_count)
    const place = (200 - digits.length * 10 - Number(digits[0])) * 2 ** 32 + id
    const own = steps.filter(({ applet_id }) => applet_id === id).map(({ step, service }) => `${service} ${step}`)
    return { place, words: wordsOf(place, { name, description, steps: own.join(' ') }) }
  })
  return {
    applets: docs.flatMap(({ words }) => words).toSorted(),
    steps: byPopularity
      .flatMap(({ module_name, name: service }) =>
        byName
          .filter((row) => row.module_name === module_name)
          .map(({ name, description }) => ({ name, description, service })),
      )
      .flatMap((step, at) => wordsOf(at + 1, step))
      .toSorted(),
    services: byPopularity.flatMap(({ name, description }, at) => wordsOf(at + 1, { name, description })).toSorted(),
    places: docs.map(({ place }) => place).toSorted(),
  }
}

/** The tests' texts have no other letters. */
function wordsOf(rowid: number, columns: Record<string, string>): string[] {
  return Object.entries(columns).flatMap(([column, text]) =>
    [
      ...new Set(
        text
          .toLowerCase()
          .replaceAll('é', 'e')
          .match(/[a-z0-9]+/g),
      ),
    ].map((word) => `${rowid} ${column} ${word}`),
  )
}
