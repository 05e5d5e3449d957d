import type { Ctx } from '../../system/context/context.ts'
import type { FilePicker, FilePickerToken } from '../../contract/connections/file-picker.ts'
import type { AccountRow } from '../../db/connections/connected-accounts.ts'
import { withAccessToken } from '../access/access-token.ts'
import { accountFor } from '../access/stored-fields-options.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { requireUser } from '../../system/context/require-user.ts'
import { GOOGLE } from '../../services/google_sheets/google-io.ts'
import { googlePicker } from '../../services/google_sheets/picker-settings.ts'
import { findService, serviceAddress } from '../../services/known-services.ts'
import { accountIo } from '../../engine/steps/account-io.ts'
import { lookupIo } from '../pasted-values/lookup-io.ts'

/**
 * Reads the data of the page that picks files, for one of the user's accounts at Google, by default the first one.
 * Throws `not_found` where the operator has not set it up or for another user's account, `services_not_connected`.
 */
export async function readFilePicker(ctx: Ctx, account_id: string | undefined): Promise<FilePicker> {
  const { picker, account } = await findPicker(ctx, account_id)
  return { ...picker, account: { id: account.id, account_name: account.account_name } }
}

/**
 * An access token for Google's Picker, which only works in the user's browser: their own, short-lived, and good for
 * nothing but files that they pick. Throws `connection_broken` (409), `service_unreachable` (502), and as above.
 */
export async function openFilePicker(ctx: Ctx, account_id: string | undefined): Promise<FilePickerToken> {
  const { account } = await findPicker(ctx, account_id)
  const service = findService(GOOGLE.id)
  if (!service) throw new AppError('not_found')
  const ports = lookupIo(ctx, GOOGLE.id, serviceAddress(GOOGLE.id, ctx.settings.SERVICE_ADDRESSES))
  let access_token = ''
  // Asked with it once, so that a token which has ended is refreshed here.
  const answer = await withAccessToken(ctx, account, async (values) => {
    access_token = values.token ?? ''
    const known = await service.checkAccount?.(accountIo(ports, service, values))
    return new Response(null, { status: known?.ok ? 200 : (known?.problem.status ?? 502) })
  })
  if (!answer.ok) throw new AppError('service_unreachable')
  return { access_token }
}

async function findPicker(ctx: Ctx, account_id: string | undefined) {
  const user = await requireUser(ctx)
  const picker = googlePicker(ctx.settings)
  if (!picker) throw new AppError('not_found')
  const account: AccountRow = await accountFor(ctx, user.id, [GOOGLE.id], account_id)
  return { picker, account }
}
