import { CONNECTION_ERRORS } from '../../../worker/contract/connections/service.ts'

const MAX_LENGTH = 200
/** Control characters and direction marks, with which a message could disguise itself. */
const DISGUISES = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** A message from the address as text that is safe to show; null if nothing is left. */
export function cleanMessage(raw: string | null | undefined): string | null {
  const text = (raw ?? '').toWellFormed().replace(DISGUISES, ' ').replace(/\s+/g, ' ').trim()
  return text === '' ? null : [...text].slice(0, MAX_LENGTH).join('')
}

/** The address's message about a failed connection (§8); null without one. Plus signs are spaces. */
export function addressError(search: string): string | null {
  const query = new URLSearchParams(search)
  const type = query.get('error_type')
  if (!CONNECTION_ERRORS.some((each) => each === type)) return null
  return cleanMessage(query.get('error_message')) ?? 'The service was not connected.'
}
