import type { RunnerCtx } from '../../system/context/context.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import {
  insertDigestLine,
  LINES_IN_A_MAIL,
  markLinesSent,
  readDigestReaders,
  readUnsentLines,
  READERS_AT_ONCE,
  scheduleDigest,
  type DigestReader,
} from '../../db/messages/digest-lines.ts'
import { log } from '../../system/log/log.ts'
import { digestMail } from '../mail/mails.ts'
import { lastDigestTime, nextDigestTime } from './digest-time.ts'

const TEXT_MAX = 2000
const AFTER_FAILURE = 10 * MINUTE

type Line = {
  user_id: string
  /** Adding the same key again changes nothing. */
  effect_key: string
  text: string
  /** Not followed: the digest goes to the user's own verified address, and nobody else is mailed. */
  copy_to: string | null
  applet_id: number | null
}

/** Adds a line to the user's next digest. Returns false for a key that is there already. */
export async function addDigestLine(ctx: RunnerCtx, { text, copy_to: _ignored, ...line }: Line): Promise<boolean> {
  return insertDigestLine(ctx, { ...line, id: ctx.id('dig'), text: text.slice(0, TEXT_MAX) })
}

/** Says what each of these Applets of a reader is and what starts it, by its id. Rooms above know the words. */
export type SayStarts = (
  ctx: RunnerCtx,
  reader: Pick<DigestReader, 'id' | 'timezone'>,
  applet_ids: readonly number[],
) => Promise<ReadonlyMap<number, string>>

/**
 * Mails each user's lines once a day at six in the evening of their zone, to their own verified address: of users who
 * were due by `before` (ms). A repeat sends the same mail with the same id, which goes out once. A user whose mail fails
 * is tried again later. Returns whether more users are left. Called every quarter of an hour. `say`: what stands above an
 * Applet's lines.
 */
export async function sendDigests(ctx: RunnerCtx, say: SayStarts, before = ctx.now()): Promise<boolean> {
  const readers = await readDigestReaders(ctx, before)
  for (const reader of readers) {
    const next = await sendDigest(ctx, reader, say).catch((error: unknown) => {
      log('error', 'digest_failed', { user_id: reader.id, message: String(error) })
      return ctx.now() + AFTER_FAILURE
    })
    await scheduleDigest(ctx, reader.id, next)
  }
  return readers.length === READERS_AT_ONCE
}

/** Returns when the user's next digest is due, in ms. */
async function sendDigest(ctx: RunnerCtx, reader: DigestReader, say: SayStarts): Promise<number> {
  const due = lastDigestTime(ctx.now(), reader.timezone)
  const next = nextDigestTime(due, reader.timezone)
  const lines = reader.email_verified_at === null ? [] : await readUnsentLines(ctx, reader.id, due)
  if (lines.length === 0) return next
  const product = ctx.settings.PRODUCT_NAME
  const mail = digestMail({ product, login: reader.login, lines: await underStarts(ctx, reader, lines, say) })
  const last = lines.at(-1)?.id ?? ''
  await ctx.queue.send({
    kind: 'mail',
    id: `digest_${reader.id}_${last}`,
    user_id: reader.id,
    to: reader.email,
    ...mail,
  })
  await markLinesSent(
    ctx,
    lines.map(({ id }) => id),
  )
  return lines.length === LINES_IN_A_MAIL ? ctx.now() + 1 : next
}

type UnsentLine = Awaited<ReturnType<typeof readUnsentLines>>[number]

/** The lines by Applet, in the order in which their first ones came, each below what its Applet is. */
async function underStarts(ctx: RunnerCtx, reader: DigestReader, lines: readonly UnsentLine[], say: SayStarts) {
  const byApplet = Map.groupBy(lines, ({ applet_id }) => applet_id)
  const ids = [...byApplet.keys()].filter((id) => id !== null)
  const starts = ids.length === 0 ? new Map<number, string>() : await say(ctx, reader, ids)
  return [...byApplet].flatMap(([id, own]) => {
    const start = id === null ? undefined : starts.get(id)
    return [...(start === undefined ? [] : [start]), ...own.map(({ text }) => text)]
  })
}
