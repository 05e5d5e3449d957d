import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { whyRefused } from '../../system/outbound/outbound-guard.ts'
import { matchAddress, matchText } from '../../services/format/match-text.ts'
import type { ConnectField } from '../../services/format/service-definition.ts'

const VALUE_MAX = 2000

/** What the guard of outgoing requests needs to know. */
type Guarded = { settings: Parameters<typeof whyRefused>[1] }
type Values = Readonly<Record<string, string>>
type Checked = { fields: readonly ConnectField[]; name: string; base_url: string }

/**
 * The pasted values as they are used, defaults filled in. Throws `invalid_input` on a field that is missing or unknown,
 * `invalid_key` on one that cannot be right; both name the field.
 */
export function checkValues(ctx: Guarded, service: Checked, pasted: Values): Record<string, string> {
  const unknown = Object.keys(pasted).find((slug) => !service.fields.some((field) => field.slug === slug))
  if (unknown !== undefined) {
    throw new AppError('invalid_input', { attribute: unknown, message: SENTENCES.unknown_pasted_value })
  }
  const checked = service.fields.map((field): [string, string] => {
    const value = (pasted[field.slug] ?? '').trim() || (field.default_value ?? '')
    if (value === '' && (field.required ?? true)) throw refuse('invalid_input', field, SENTENCES.enter_value)
    return [field.slug, value === '' ? '' : checkValue(ctx, service, field, value)]
  })
  return Object.fromEntries(checked.filter(([, value]) => value !== ''))
}

function checkValue({ settings }: Guarded, service: Checked, field: ConnectField, value: string): string {
  const { type, prefix, address, match } = field
  if (value.length > VALUE_MAX) throw refuse('invalid_key', field, SENTENCES.pasted_too_long)
  if (prefix !== undefined && !value.startsWith(prefix)) {
    throw refuse('invalid_key', field, SENTENCES.wrong_beginning(prefix))
  }
  if (match && matchText(match.as, value) === null) throw refuse('invalid_key', field, match.message)
  switch (type) {
    case 'text':
      if (/\p{Cc}/u.test(value)) throw refuse('invalid_key', field, SENTENCES.unusable_characters)
      return value
    case 'secret':
      // A header can hold only these characters.
      if (!/^[\x21-\x7e]+$/.test(value)) throw refuse('invalid_key', field, SENTENCES.unusable_characters)
      if (address !== undefined) checkAddress(field, matchAddress(address, value, service.base_url), service)
      return value
    case 'url':
      if (whyRefused(value, settings) !== null) throw refuse('invalid_key', field, SENTENCES.no_public_address)
      return plainAddress(value)
  }
}

function checkAddress(field: ConnectField, parts: ReturnType<typeof matchAddress>, { name }: Checked): void {
  if (parts === null) throw refuse('invalid_key', field, SENTENCES.no_address_of(name))
  if (parts === 'cut') throw refuse('invalid_key', field, SENTENCES.cut_address)
}

/** A server's address without a slash at its end; a query and a fragment say nothing of a server. */
function plainAddress(value: string): string {
  const { origin, pathname } = new URL(value)
  return origin + pathname.replace(/\/+$/, '')
}

function refuse(code: 'invalid_input' | 'invalid_key', { slug }: ConnectField, message: string): AppError {
  return new AppError(code, { attribute: slug, message })
}
