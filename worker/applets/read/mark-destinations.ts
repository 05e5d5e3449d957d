import type { ServiceStep } from '../../contract/applets/applet-document.ts'
import type { FieldType } from '../../contract/connections/service.ts'
import { findOwnService } from '../../services/service-registry.ts'

type Field = { slug: string; type: FieldType; destination: boolean }

const OF_ADDRESSES: ReadonlySet<FieldType> = new Set(['url', 'email'])
/** A value that is an address of the web or of mail, and nothing else. */
const ADDRESS = /^\s*(?:https?:\/\/\S+|[^\s@{}]+@[^\s@{}]+\.[^\s@{}]+)\s*$/i

/**
 * The fields of a step with the mark of those that say where something goes. Files that operators added before there was
 * that mark, and services of IFTTT's protocol, have none: there it is each field for addresses, or with one in it.
 */
export function markDestinations<Known extends Field>(
  { module_name, kind, fields, user_fields }: ServiceStep,
  known: readonly Known[],
): Known[] {
  const isMarked = known.some(({ destination }) => destination)
  if (isMarked || kind === 'trigger' || findOwnService(module_name)) return [...known]
  return known.map((field) => {
    const isAsked = Object.hasOwn(user_fields, field.slug)
    const destination = !isAsked && (OF_ADDRESSES.has(field.type) || ADDRESS.test(fields[field.slug] ?? ''))
    return { ...field, destination }
  })
}
