import type { DatabaseSync } from 'node:sqlite'
import { DAY } from '../../../worker/contract/shared/durations.ts'
import { RECIPES, writeRecipes } from './applet-recipes.ts'
import type { DatabaseSize } from './database-size.ts'
import {
  countSql,
  ENABLED,
  FILLED_USERS,
  FIRST_APPLET,
  FIRST_OTHER_USER,
  fractionSql,
  idSql,
  PUBLISHED_BY_AUTHOR,
  userNumber,
  WORD_OF_HALF,
} from './filled-users.ts'

/** A prime, so that popular Applets are spread over all ids. */
const STEP = 7919
/** How many Applets a subscriber and anybody else has enabled, on average three. */
const OF_SUBSCRIBER = 12
const OF_OTHERS = 2
/** How many users the next run of the schedule finds with more Applets than their ended plan allows. */
const OVER_LIMIT = 20

const isSubscriber = 'n % 10 = 5'
const isOverLimit = (users: number) =>
  `n % 10 = 7 and n % ${Math.max(10, Math.floor(users / OVER_LIMIT / 10) * 10)} = 7`

/** Applets with steps and versions; who has enabled them is there already. `now` in ms. */
export function fillApplets(database: DatabaseSync, size: DatabaseSize, now: number): void {
  writeRecipes(database)
  database.exec(
    `create temp table popularity as select applet_id, sum(status = 'enabled') as enabled from enablements group by applet_id;
     create unique index temp.popularity_applet on popularity (applet_id)`,
  )
  const numbers = countSql(0, size.applets)
  database.exec(`insert into applets (id, friendly_id, name, description, brand_color, author_id, value_propositions,
      enabled_count, run_count, published_at, archived_at, created_at, updated_at)
    ${numbers} select n + ${FIRST_APPLET}, null, ${NAME},
      'It watches for what you named and passes it on within minutes, with its title, a link and the time, so that nothing is lost and nobody has to copy it by hand.',
      '#3b4a5a', ${authorSql(size.users)}, iif(n % 4 = 0, '[{"title":"Nothing to set up","text":"Connect both services once, and it runs."}]', '[]'),
      coalesce(p.enabled, 0), coalesce(p.enabled, 0) * 40, iif(${isPublished}, ${now} - n % 400 * ${DAY}, null), iif(n % 33 = 32, ${now}, null),
      ${now} - n % 400 * ${DAY}, ${now} - n % 300 * ${DAY}
    from numbers left join popularity p on p.applet_id = n + ${FIRST_APPLET} join recipes r on r.recipe = ${RECIPE}`)
  for (const [position, step] of ['trigger', 'action'].entries())
    database.exec(`insert into applet_steps (applet_id, position, place, step_id)
      ${numbers} select n + ${FIRST_APPLET}, ${position}, ${position}, r.${step}_step
      from numbers join recipes r on r.recipe = ${RECIPE}`)
  database.exec(`insert into applet_versions (applet_id, version, doc, created_at)
    ${numbers} select n + ${FIRST_APPLET}, 1, r.doc, ${now} from numbers join recipes r on r.recipe = ${RECIPE}`)
}

/** Half of all Applets are only for those who made them. */
const isPublished = `n < ${PUBLISHED_BY_AUTHOR} or n % 2 = 0`

const NAME = `iif(n % 4 > 1, '${WORD_OF_HALF[0]?.toUpperCase()}${WORD_OF_HALF.slice(1)} ', '') || r.name || ' ' || n`

/** The first ones are the author's; of the others a twentieth of all users has made all, a few of them most. */
function authorSql(users: number): string {
  const others = Math.max(1, Math.floor((users - FIRST_OTHER_USER) / 20))
  const some = `${FIRST_OTHER_USER} + cast(${fractionSql('n + 11')} * ${fractionSql('n + 11')} * ${others} as integer) * 20`
  return idSql('usr', `iif(n < ${PUBLISHED_BY_AUTHOR}, ${userNumber('author')}, ${some})`)
}

const RECIPE = `case when n % 8 < 4 then n / 8 % ${RECIPES.common}
  else ${RECIPES.common} + cast(${fractionSql('n + 5')} * ${fractionSql('n + 5')} * ${RECIPES.others} as integer) end`

/** Who has enabled which Applet: a few are enabled by most. `now` in ms. */
export function fillEnablements(database: DatabaseSync, { applets, users }: DatabaseSize, now: number): void {
  const insert = `insert or ignore into enablements (id, user_id, applet_id, status, fields, hook_key_hash, hook_key_sealed, enabled_at,
      run_count, last_run, created_at, updated_at)`
  const key = `user_number * 1000 + slot`
  const skewed = `cast(${fractionSql(key)} * ${fractionSql(key)} * ${fractionSql(key)} * ${applets} as integer)`
  const values = `${idSql('ena', key)}, ${idSql('usr', 'user_number')}, ${FIRST_APPLET} + ${skewed} * ${STEP} % ${applets},
      iif(slot % 10 = 9, 'disabled', 'enabled'), '{"0.location":"Oslo"}', iif(slot = 0, 'hook-' || ${idSql('k', key)}, null),
      iif(slot = 0, 'local.${'i'.repeat(16)}.${'k'.repeat(150)}', null), ${now}, 40, ${now}, ${now} - slot * ${DAY}, ${now} - slot * 3600000`
  const many = `iif(${isSubscriber} or ${isOverLimit(users)}, ${OF_SUBSCRIBER}, ${OF_OTHERS})`
  database.exec(`${insert} with recursive numbers(n) as (select ${FIRST_OTHER_USER} union all select n + 1 from numbers where n + 1 < ${users}),
      pairs(user_number, slot) as (select n, slot from numbers join (${countSql(0, OF_SUBSCRIBER)} select n as slot from numbers) where slot < ${many})
    select ${values} from pairs`)
  for (const user of FILLED_USERS) {
    // Not skewed, so that each is another Applet.
    const each = `${FIRST_APPLET} + (slot * ${STEP} + 3) % ${applets}`
    const own = values.replace(`${FIRST_APPLET} + ${skewed} * ${STEP} % ${applets}`, each)
    database.exec(`${insert} with pairs(user_number, slot) as (${countSql(0, ENABLED[user])} select ${userNumber(user)}, n from numbers)
      select ${own} from pairs`)
  }
}
