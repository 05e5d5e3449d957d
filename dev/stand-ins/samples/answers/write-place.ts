import { isRecord } from '../../../../worker/contract/shared/is-record.ts'
import { PLACE, readPlace, toId } from '../../../../worker/services/format/answer-place.ts'
import { namesIn } from '../../../../worker/services/format/template.ts'

const SEGMENT = /\.([\w-]+)|\[(\d+)\]|\[([*+])\]|\["([^"]+)"\]|\[([\w.-]+)=([^\]]+)\]|\[(\{\{[^{}]+\}\})\]/g

/** The places that a key of a file names: itself, or those of its template. */
export function placesIn(value: string): string[] {
  return PLACE.test(value) ? [value] : namesIn(value).filter((name) => name.startsWith('$'))
}

/**
 * The answer with this value at the place, whatever has to be made on the way there. `[*]` and `[+]` are the first entry. Changes
 * what is given.
 */
export function writePlace(answer: unknown, place: string, value: unknown): unknown {
  const [segment] = [...place.matchAll(SEGMENT)]
  if (segment === undefined) return value
  const [whole, property, index, star, quoted, key, equals] = segment
  const rest = `$${place.slice(place.indexOf(whole) + whole.length)}`
  if (key !== undefined) {
    const named = isRecord(answer) ? Object.entries(answer).find(([, each]) => isNamed(each, key, equals)) : undefined
    if (named) return writePlace(answer, `$["${named[0]}"]${rest.slice(1)}`, value)
    return writeNamed(Array.isArray(answer) ? answer : [], { key, equals }, rest, value)
  }
  if (index !== undefined || star !== undefined) {
    const list: unknown[] = Array.isArray(answer) ? answer : []
    const at = Number(index ?? 0)
    for (let before = list.length; before < at; before++) list.push(null)
    list[at] = writePlace(list[at], rest, value)
    return list
  }
  const object = typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? answer : {}
  const name = property ?? quoted ?? ''
  Reflect.set(object, name, writePlace(Reflect.get(object, name), rest, value))
  return object
}

function isNamed(entry: unknown, key: string, equals: string | undefined): boolean {
  return toId(readPlace(entry, `$.${key}`)) === equals
}

function writeNamed(
  list: unknown[],
  { key, equals }: { key: string; equals: string | undefined },
  rest: string,
  value: unknown,
): unknown[] {
  const at = list.findIndex((each) => isNamed(each, key, equals))
  const entry = at < 0 ? writePlace({}, `$.${key}`, equals) : list[at]
  const written = writePlace(entry, rest, value)
  if (at < 0) list.push(written)
  else list[at] = written
  return list
}
