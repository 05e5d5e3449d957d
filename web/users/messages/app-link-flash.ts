import { TEXT_NOT_SENT, TEXT_SENT, type AppLinkResponse } from '../../../worker/contract/messages/app-link.ts'
import type { FlashType } from '../../../worker/contract/flash.ts'
import { RequestError } from '../../browser/request/request-error.ts'

type TextAnswer = { type: FlashType; message: string }

/** The flash after requesting a text message: one of the three sentences of §8. */
export async function appLinkFlash(asked: Promise<AppLinkResponse>): Promise<TextAnswer> {
  try {
    const { status } = await asked
    return status === 'success' ? { type: 'success', message: TEXT_SENT } : { type: 'danger', message: TEXT_NOT_SENT }
  } catch (error) {
    return { type: 'danger', message: reasonIn(error) ?? TEXT_NOT_SENT }
  }
}

/** Finds that the user already got a text. The sentence is in `errors[0].message` (§7). */
function reasonIn(error: unknown): string | null {
  if (!(error instanceof RequestError) || error.error?.code !== 'text_limit_reached') return null
  return error.body.errors?.[0]?.message ?? null
}
