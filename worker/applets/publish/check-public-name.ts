import { SENTENCES } from '../../contract/errors.ts'
import { looksOf, saysOfficial } from '../../contract/shared/lookalike-letters.ts'
import { readServiceNames } from '../../db/applets/publications.ts'
import type { Ctx } from '../../system/context/context.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { isReservedFor } from '../../users/logins/require-own-login.ts'

/** Endings of files, which look like those of addresses. */
const NOT_DOMAINS = new Set(
  'js ts jsx tsx py rb md txt csv tsv json xml yaml yml pdf doc docx xls xlsx png jpg jpeg gif svg mp3 mp4 ics'.split(
    ' ',
  ),
)

/**
 * Finds the problem with a name that everyone sees, or null: a link in it, a service's name alone, or "official", also
 * written with letters that look alike. `services`: the names of all services, and the product's own.
 */
export function problemOfPublicName(name: string, services: readonly string[]): string | null {
  if (hasLink(name, services)) return SENTENCES.applet_name_link
  const looks = looksOf(name)
  if (saysOfficial(looks)) return SENTENCES.applet_name_official
  return services.some((service) => looksOf(service) === looks) ? SENTENCES.applet_name_service : null
}

/** The names of some services end like an address. */
function hasLink(name: string, services: readonly string[]): boolean {
  const text = name
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
  if (/[a-z][a-z\d+.-]*:\/\/|\bwww\.|\bmailto:/.test(text)) return true
  const known = new Set(services.map((service) => service.toLowerCase()))
  const dotted = text.match(/[\p{L}\p{N}-]+(?:[.。][\p{L}\p{N}-]+)+/gu) ?? []
  return dotted.some((word) => !known.has(word) && isAddress(word))
}

function isAddress(word: string): boolean {
  const last = /[.。](\p{L}{2,})$/u.exec(word)?.[1]
  return last !== undefined && !NOT_DOMAINS.has(last)
}

/**
 * Finds the problem with a public name: a link in it, or that it poses as a service. Null for a good one.
 */
export async function publicNameProblem({ db, settings }: Ctx, name: string): Promise<string | null> {
  return problemOfPublicName(name, [settings.PRODUCT_NAME, ...(await readServiceNames(db))])
}

/** Throws `invalid_input` (422) for a name with a `publicNameProblem`, and for an author whose user name is reserved. */
export async function requirePublicName(ctx: Ctx, name: string, author: { id: string; login: string }): Promise<void> {
  if (await isReservedFor(ctx, author.login, author.id))
    throw new AppError('invalid_input', { message: SENTENCES.login_reserved_author })
  const message = await publicNameProblem(ctx, name)
  if (message !== null) throw new AppError('invalid_input', { attribute: 'name', message })
}
