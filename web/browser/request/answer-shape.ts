/**
 * The kinds of values in an answer, by key; `?`: or null. An object may name some keys of its own. The compiler asks
 * for every key that the type demands, so that shape and type cannot part.
 */
export type Shape<Body> = string extends keyof Body
  ? Record<never, never>
  : { readonly [Key in Extract<keyof Body, string> as Demanded<Body, Key>]: KindOrKeys<Body[Key]> }

type Demanded<Body, Key extends keyof Body> = object extends Pick<Body, Key> ? never : Key
type KindOrKeys<Value> = null extends Value ? `${KindOf<NonNullable<Value>>}?` : KindOf<Value> | KeysOf<Value>
type KeysOf<Value> = Value extends readonly unknown[] ? never : Value extends object ? Partial<Shape<Value>> : never
type KindOf<Value> = Value extends string
  ? 'text'
  : Value extends number
    ? 'number'
    : Value extends boolean
      ? 'flag'
      : Value extends readonly unknown[]
        ? 'list'
        : 'object'

const IS = {
  text: (value: unknown) => typeof value === 'string',
  number: (value: unknown) => typeof value === 'number',
  flag: (value: unknown) => typeof value === 'boolean',
  list: (value: unknown) => Array.isArray(value),
  object: (value: unknown) => isObject(value),
}
type Kind = keyof typeof IS
/** A shape without its type. */
export type AnyShape = { readonly [key: string]: Kind | `${Kind}?` | AnyShape }

/** Whether an answer, which may be anything, is an object with these keys: the one check before a page reads it (§7). */
export function hasShape(answer: unknown, shape: AnyShape): boolean {
  return isObject(answer) && Object.entries(shape).every(([key, wanted]) => fits(answer[key], wanted))
}

function fits(value: unknown, wanted: Kind | `${Kind}?` | AnyShape): boolean {
  if (typeof wanted === 'object') return hasShape(value, wanted)
  if (wanted.endsWith('?') && value === null) return true
  return IS[wanted.replace('?', '') as Kind](value)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
