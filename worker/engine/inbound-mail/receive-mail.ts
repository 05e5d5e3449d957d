import type { Ctx } from '../../system/context/context.ts'
import { readAppletOfMailKey } from '../../db/runners.ts'
import { log } from '../../system/log/log.ts'
import { isOwnMail } from '../../messages/mail/loop-header.ts'
import type { AcceptMailAnswer, ReceivedMail } from '../../system/runner-api/runner-api.ts'
import { syncRunner } from '../runner-sync/sync-runner.ts'
import { sha256 } from '../../system/secrets/hashes.ts'
import { MAIL_KEY } from '../../system/secrets/mail-key.ts'

/** A mail as Cloudflare's Email Routing hands it over. `setReject` answers its sender with a permanent error. */
export type IncomingMail = Pick<ForwardableEmailMessage, 'to' | 'headers' | 'raw' | 'rawSize' | 'setReject'>

const LARGEST_MAIL = 1_000_000

const UNKNOWN = 'There is no such address.'
const TOO_LARGE = 'This mail is too large: at most 1 MB are read here.'
const UNREADABLE = 'This mail cannot be read.'

/**
 * Starts the Applet that has this address. A mail that can never be taken is rejected, with a permanent error; one that
 * cannot be taken now throws, which Cloudflare answers with a temporary error, so that the sender tries again. Mail of
 * machines and our own mail that came back are accepted and dropped, so that no two machines write to each other.
 */
export async function receiveMail(ctx: Ctx, mail: IncomingMail): Promise<void> {
  const found = await findApplet(ctx, mail.to)
  if (!found) return mail.setReject(UNKNOWN)
  if (isFromMachine(ctx, mail.headers)) return log('info', 'mail_dropped', { applet_id: found.applet_id })
  if (mail.rawSize > LARGEST_MAIL) return mail.setReject(TOO_LARGE)
  const raw = new Uint8Array(await new Response(mail.raw).arrayBuffer())
  // Again, because a sender says it.
  if (raw.length > LARGEST_MAIL) return mail.setReject(UNREADABLE)
  const { key, applet_id } = found
  const answer = await deliver(ctx, found, { key, applet_id, raw })
  switch (answer.kind) {
    case 'accepted':
      return
    case 'unknown':
      return mail.setReject(UNKNOWN)
    case 'unreadable':
      return mail.setReject(UNREADABLE)
    case 'full':
    case 'unready':
      throw new Error(`The mail cannot be taken now: ${answer.kind}.`)
    case 'other_body':
    case 'unsigned':
    case 'loop':
      throw new Error(`A mail was answered ${answer.kind}.`)
  }
}

type Found = { key: string; user_id: string; applet_id: number; runner_id: string | null }

/** One read of D1, and none for what cannot be an address of ours. */
async function findApplet(ctx: Ctx, to: string): Promise<Found | null> {
  const { IN_DOMAIN } = ctx.settings
  const [key = '', domain, ...rest] = to.trim().toLowerCase().split('@')
  if (rest.length > 0 || !IN_DOMAIN || domain !== IN_DOMAIN || !MAIL_KEY.test(key)) return null
  const row = await readAppletOfMailKey(ctx, await sha256(key))
  return row ? { key, ...row } : null
}

/** `Auto-Submitted: no` is what people write (RFC 3834). */
function isFromMachine(ctx: Ctx, headers: Headers): boolean {
  const submitted = headers.get('auto-submitted')?.split(';')[0]?.trim().toLowerCase()
  return (submitted !== undefined && submitted !== 'no') || isOwnMail(ctx.settings, headers)
}

/** A Runner may not have heard yet that the Applet is on. */
async function deliver(ctx: Ctx, { user_id, runner_id }: Found, mail: ReceivedMail): Promise<AcceptMailAnswer> {
  const first = runner_id === null ? null : await ctx.runners.get(runner_id).acceptMail(mail)
  if (first && first.kind !== 'unknown') return first
  const runner = await syncRunner(ctx, user_id, { again: true })
  return runner ? runner.acceptMail(mail) : { kind: 'unknown' }
}
