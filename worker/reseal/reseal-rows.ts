import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Ctx } from '../context/context.ts'
import type { ResealJob } from '../contract/jobs/jobs.ts'
import { DAY, MINUTE } from '../contract/shared/durations.ts'
import { mapSteps, stepsOfDraft } from '../contract/drafts/change-draft.ts'
import type { AppletDraft } from '../contract/drafts/draft.ts'
import { users } from '../db/schema/accounts.ts'
import { enablements } from '../db/schema/applets.ts'
import { connected_accounts, oauth_clients } from '../db/schema/connections.ts'
import { drafts } from '../db/schema/drafts.ts'
import { service_files } from '../db/schema/service-files.ts'
import { log } from '../log/log.ts'
import { isSealedSecret, resealSecret } from '../secrets/field-secret.ts'
import { resealHookKey, resealMakerKey } from '../secrets/hook-key.ts'
import { resealMailKey } from '../secrets/mail-key.ts'
import { resealServerClient } from '../secrets/sealed-client.ts'
import { resealServiceKey } from '../secrets/service-key.ts'
import { accountOwner, newestKeyId, resealToken } from '../secrets/token-encryption.ts'

/** Rows of one portion: each needs at most one statement, of the 1,000 that D1 takes of an invocation. */
const PORTION = 200

type Portion = { read: number; last: string; writes: BatchItem<'sqlite'>[] }

const NEXT: Record<ResealJob['part'], ResealJob['part'] | null> = {
  accounts: 'applets',
  applets: 'drafts',
  drafts: 'users',
  users: 'services',
  services: 'clients',
  clients: null,
}
const READ: Record<ResealJob['part'], (ctx: Ctx, after: string) => Promise<Portion>> = {
  accounts: readAccounts,
  applets: readEnablements,
  drafts: readDrafts,
  users: readUsers,
  services: readServiceFiles,
  clients: readClients,
}

/**
 * Once a day, while TOKEN_KEYS has several keys, starts to seal with the first what others have sealed. A whole round
 * that found nothing is remembered, so the next ones cost one read.
 */
export async function startReseal(ctx: Ctx, before: number): Promise<boolean> {
  const { TOKEN_KEYS } = ctx.settings
  const isDue = before % DAY < 15 * MINUTE && TOKEN_KEYS.includes(',')
  if (isDue && (await ctx.kv.get(doneKey(TOKEN_KEYS))) === null)
    await ctx.queue.send({ kind: 'reseal', id: ctx.id('job'), part: 'accounts', after: '', sealed: 0 })
  return false
}

/** Seals a portion again and queues the next one. A row that changed meanwhile is left as it is now. */
export async function resealPortion(ctx: Ctx, { part, after, sealed }: ResealJob): Promise<void> {
  const { read, last, writes } = await READ[part](ctx, after)
  const [first, ...more] = writes
  if (first) await ctx.db.batch([first, ...more])
  const total = sealed + writes.length
  const next = read === PORTION ? { part, after: last } : { part: NEXT[part], after: '' }
  if (next.part !== null)
    return void (await ctx.queue.send({
      kind: 'reseal',
      id: ctx.id('job'),
      part: next.part,
      after: next.after,
      sealed: total,
    }))
  log('info', 'resealed', { rows: total })
  if (total === 0) await ctx.kv.put(doneKey(ctx.settings.TOKEN_KEYS), '1')
}

function doneKey(keys: string): string {
  return `resealed:${newestKeyId(keys)}`
}

async function readAccounts({ db, settings }: Ctx, after: string): Promise<Portion> {
  const { id, access_token, refresh_token } = connected_accounts
  const rows = await db.select().from(connected_accounts).where(gt(id, after)).orderBy(asc(id)).limit(PORTION)
  const writes = await eachWrite(rows, async (row) => {
    const seal = (token: string) => resealToken(settings.TOKEN_KEYS, accountOwner(row), token)
    const access = await seal(row.access_token)
    const refresh = row.refresh_token === null ? null : await seal(row.refresh_token)
    const previous = row.previous_refresh_token === null ? null : await seal(row.previous_refresh_token)
    const isSame = access === row.access_token && refresh === row.refresh_token
    if (isSame && previous === row.previous_refresh_token) return []
    const write = db
      .update(connected_accounts)
      .set({ access_token: access, refresh_token: refresh, previous_refresh_token: previous })
      .where(and(eq(id, row.id), eq(access_token, row.access_token), sql`${refresh_token} is ${row.refresh_token}`))
    return [write]
  })
  return { read: rows.length, last: rows.at(-1)?.id ?? '', writes }
}

async function readEnablements({ db, settings }: Ctx, after: string): Promise<Portion> {
  const { id, user_id, applet_id, hook_key_sealed, mail_key_sealed } = enablements
  const raw = sql<string>`${enablements.fields}`
  const rows = await db
    .select({ id, user_id, applet_id, hook_key_sealed, mail_key_sealed, raw: sql<string>`cast(${raw} as text)` })
    .from(enablements)
    .where(gt(id, after))
    .orderBy(asc(id))
    .limit(PORTION)
  const writes = await eachWrite(rows, async (row) => {
    const given: Record<string, string> = JSON.parse(row.raw)
    const fields: Record<string, string> = {}
    for (const [slug, value] of Object.entries(given))
      fields[slug] = isSealedSecret(value) ? await resealSecret(settings.TOKEN_KEYS, row.user_id, value) : value
    const sealed = row.hook_key_sealed && (await resealHookKey(settings.TOKEN_KEYS, row, row.hook_key_sealed))
    const mail = row.mail_key_sealed && (await resealMailKey(settings.TOKEN_KEYS, row, row.mail_key_sealed))
    const isSame = Object.entries(given).every(([slug, value]) => fields[slug] === value)
    if (isSame && sealed === row.hook_key_sealed && mail === row.mail_key_sealed) return []
    const write = db
      .update(enablements)
      .set({ ...(isSame ? {} : { fields }), hook_key_sealed: sealed, mail_key_sealed: mail })
      .where(
        and(
          eq(id, row.id),
          sql`${raw} = ${row.raw}`,
          sql`${hook_key_sealed} is ${row.hook_key_sealed}`,
          sql`${mail_key_sealed} is ${row.mail_key_sealed}`,
        ),
      )
    return [write]
  })
  return { read: rows.length, last: rows.at(-1)?.id ?? '', writes }
}

/** A change that comes in between seals with the newest key by itself, and wins. */
async function readDrafts({ db, settings }: Ctx, after: string): Promise<Portion> {
  const { id, user_id } = drafts
  const raw = sql<string>`${drafts.doc}`
  const rows = await db
    .select({ id: sql<string>`cast(${id} as text)`, user_id, raw: sql<string>`cast(${raw} as text)` })
    .from(drafts)
    .where(and(gt(id, Number(after)), sql`instr(${raw}, '":"sealed:') > 0`))
    .orderBy(asc(id))
    .limit(PORTION)
  const writes = await eachWrite(rows, async (row) => {
    const given: AppletDraft = JSON.parse(row.raw)
    const resealed = new Map<string, string>()
    for (const { step } of stepsOfDraft(given))
      for (const value of Object.values(step.fields).filter(isSealedSecret))
        resealed.set(value, await resealSecret(settings.TOKEN_KEYS, row.user_id, value))
    const doc = mapSteps(given, (step) => {
      const fields = Object.entries(step.fields).map(([slug, value]) => [slug, resealed.get(value) ?? value])
      return { ...step, fields: Object.fromEntries(fields) }
    })
    if (JSON.stringify(doc) === row.raw) return []
    return [
      db
        .update(drafts)
        .set({ doc })
        .where(and(eq(id, Number(row.id)), sql`${raw} = ${row.raw}`)),
    ]
  })
  return { read: rows.length, last: rows.at(-1)?.id ?? '', writes }
}

async function readUsers({ db, settings }: Ctx, after: string): Promise<Portion> {
  const { id, maker_key_sealed } = users
  const rows = await db
    .select({ id, maker_key_sealed })
    .from(users)
    .where(gt(id, after))
    .orderBy(asc(id))
    .limit(PORTION)
  const writes = await eachWrite(rows, async (row) => {
    if (row.maker_key_sealed === null) return []
    const sealed = await resealMakerKey(settings.TOKEN_KEYS, row.id, row.maker_key_sealed)
    if (sealed === row.maker_key_sealed) return []
    const write = db
      .update(users)
      .set({ maker_key_sealed: sealed })
      .where(and(eq(id, row.id), eq(maker_key_sealed, row.maker_key_sealed)))
    return [write]
  })
  return { read: rows.length, last: rows.at(-1)?.id ?? '', writes }
}

async function readServiceFiles({ db, settings }: Ctx, after: string): Promise<Portion> {
  const { module_name, service_key } = service_files
  const rows = await db
    .select({ id: module_name, service_key })
    .from(service_files)
    .where(gt(module_name, after))
    .orderBy(asc(module_name))
    .limit(PORTION)
  const writes = await eachWrite(rows, async (row) => {
    if (row.service_key === null) return []
    const sealed = await resealServiceKey(settings.TOKEN_KEYS, row.id, row.service_key)
    if (sealed === row.service_key) return []
    const write = db
      .update(service_files)
      .set({ service_key: sealed })
      .where(and(eq(module_name, row.id), eq(service_key, row.service_key)))
    return [write]
  })
  return { read: rows.length, last: rows.at(-1)?.id ?? '', writes }
}

async function readClients({ db, settings }: Ctx, after: string): Promise<Portion> {
  const { id, client } = oauth_clients
  const rows = await db.select().from(oauth_clients).where(gt(id, after)).orderBy(asc(id)).limit(PORTION)
  const writes = await eachWrite(rows, async (row) => {
    const sealed = await resealServerClient(settings.TOKEN_KEYS, row)
    if (sealed === row.client) return []
    const write = db
      .update(oauth_clients)
      .set({ client: sealed })
      .where(and(eq(id, row.id), eq(client, row.client)))
    return [write]
  })
  return { read: rows.length, last: rows.at(-1)?.id ?? '', writes }
}

/**
 * A row that no key opens stays as it is, and is named in the log. A list holds the statement, because a promise of it
 * would run it.
 */
async function eachWrite<Row extends { id: string }>(
  rows: readonly Row[],
  writeOf: (row: Row) => Promise<BatchItem<'sqlite'>[]>,
): Promise<BatchItem<'sqlite'>[]> {
  const writes: BatchItem<'sqlite'>[] = []
  for (const row of rows) {
    try {
      writes.push(...(await writeOf(row)))
    } catch (error) {
      log('error', 'not_resealed', { row: row.id, message: String(error) })
    }
  }
  return writes
}
