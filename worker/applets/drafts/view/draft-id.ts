import { AppError } from '../../../system/errors/app-error.ts'

/** A draft's id in an address. Throws `not_found` for what cannot be one. */
export function parseDraftId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new AppError('not_found')
  return Number(text)
}
