import type { DownloadSection } from '../../../system/context/account-parts.ts'
import type { Ctx } from '../../../system/context/context.ts'
import { DOWNLOAD_FORMAT } from '../../../contract/accounts/account-download.ts'
import { readUser } from '../../../db/users/users.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { log } from '../../../system/log/log.ts'
import { countTries, DOWNLOADS_PER_USER } from '../../../db/rate-limit.ts'
import { recordSecurityEvent } from '../../../db/users/security-events.ts'
import { readPendingDeletion } from '../../session/pending-deletion.ts'
import { accountSections } from './account-sections.ts'

/**
 * GET /api/account_download: all that is kept of the session's user as one JSON file, read and sent a portion at a time,
 * also while the account is being deleted. A file that is whole ends with `"complete": true`; if a part cannot be read,
 * the transfer breaks off. Throws `not_signed_in` (401), `rate_limited` (429) after five in an hour.
 */
export async function downloadAccount(ctx: Ctx): Promise<{ name: string; body: ReadableStream<Uint8Array> }> {
  const id = (await ctx.user())?.id ?? (await readPendingDeletion(ctx))?.user_id
  if (id === undefined) throw new AppError('not_signed_in')
  await countTries(ctx, { limit: DOWNLOADS_PER_USER, whom: id })
  const user = await readUser(ctx, id)
  if (!user) throw new AppError('not_signed_in')
  await recordSecurityEvent(ctx, { kind: 'data_downloaded', user_id: id, session_id: null })
  const { plan, runner } = ctx.accountParts
  await runner.refreshRunCounts(ctx, id)
  const exported_at = new Date(ctx.now()).toISOString()
  const sections = [...accountSections(ctx, id), ...plan.sectionsOf(ctx, user), ...runner.sectionsOf(ctx, id)]
  return {
    name: `${ctx.settings.PRODUCT_NAME.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${user.login}-${exported_at.slice(0, 10)}.json`,
    body: streamOf(writeFile({ format: DOWNLOAD_FORMAT, exported_at }, sections)),
  }
}

async function* writeFile(head: object, sections: readonly DownloadSection[]): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1)
  for (const { name, read } of sections) {
    let after: string | null = null
    let first = true
    yield `,\n${JSON.stringify(name)}: [`
    do {
      const { rows, next } = await read(after)
      if (rows.length > 0) yield `${first ? '' : ','}\n${rows.map((row) => JSON.stringify(row)).join(',\n')}`
      first &&= rows.length === 0
      after = next
    } while (after !== null)
    yield ']'
  }
  yield ',\n"complete": true}\n'
}

/** The next portion is read when the last one is on its way. */
function streamOf(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (error) {
        log('error', 'download_broken_off', { message: String(error) })
        controller.error(error)
      }
    },
    cancel: async () => void (await parts.return(undefined)),
  })
}
