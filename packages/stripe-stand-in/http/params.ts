import { checkMetadata } from '../store/metadata-limits.ts'
import { invalidRequest } from '../store/stripe-api-error.ts'
import { refuseAlternatives } from './alternative-params.ts'
import { formName, type Raw, type RawHash } from './parse-form.ts'

/** One parameter: reads the input, or throws Stripe's refusal. */
export type Param<T> = { read(raw: Raw, path: string[]): T; required?: boolean; emptyable?: boolean }
type Required<T> = Param<T> & { required: true }
export type Shape = Record<string, Param<unknown>>

type ValueOf<P> = P extends Param<infer T> ? T : never
type Needed<S> = { [K in keyof S]: S[K] extends { required: true } ? K : never }[keyof S]
type Flat<T> = { [K in keyof T]: T[K] }
export type Input<S extends Shape> = Flat<
  { [K in Needed<S>]: ValueOf<S[K]> } & { [K in Exclude<keyof S, Needed<S>>]?: ValueOf<S[K]> }
>

/** For `satisfies`: the SDK's parameter names, so that a parameter that Stripe removed fails to compile. */
export type Known<Params> = { [K in Exclude<keyof Params, 'expand'>]?: Param<unknown> }

export const text: Param<string> = { read: (raw, path) => asText(raw, path) }

export const integer: Param<number> = {
  read(raw, path) {
    const value = asText(raw, path)
    if (/^-?\d{1,15}$/.test(value)) return Number(value)
    throw invalidRequest(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: formName(path) })
  },
}

/** An amount in cents or a count that cannot be negative. */
export const natural: Param<number> = atLeast(0, 'Invalid non-negative integer')

/** An amount in cents or a count of at least 1. */
export const positive: Param<number> = atLeast(1, 'Invalid positive integer')

function atLeast(least: number, message: string): Param<number> {
  return {
    read(raw, path) {
      const value = integer.read(raw, path)
      if (value >= least) return value
      throw invalidRequest(message, { code: 'parameter_invalid_integer', param: formName(path) })
    },
  }
}

export const email: Param<string> = {
  read(raw, path) {
    const value = asText(raw, path)
    if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return value
    throw invalidRequest(`Invalid email address: ${value}`, { code: 'email_invalid', param: formName(path) })
  },
}

/** An amount in cents or a percentage, with decimals. */
export const decimal: Param<number> = {
  read(raw, path) {
    const value = asText(raw, path)
    if (/^\d+(\.\d+)?$/.test(value)) return Number(value)
    throw invalidRequest(`Invalid non-negative decimal: ${value}`, { param: formName(path) })
  },
}

export const bool: Param<boolean> = {
  read(raw, path) {
    const value = asText(raw, path)
    if (value === 'true' || value === 'false') return value === 'true'
    throw invalidRequest(`Invalid boolean: ${value}`, { param: formName(path) })
  },
}

export function oneOf<const Choice extends string>(...choices: Choice[]): Param<Choice> {
  return {
    read(raw, path) {
      const found = choices.find((choice) => choice === raw)
      if (found !== undefined) return found
      const param = formName(path)
      throw invalidRequest(`Invalid ${param}: must be ${anyOf(choices)}`, { param })
    },
  }
}

function anyOf(choices: string[]): string {
  if (choices.length > 2) return `one of ${choices.slice(0, -1).join(', ')}, or ${choices.at(-1)}`
  return choices.length > 1 ? `one of ${choices.join(' or ')}` : (choices[0] ?? '')
}

export function list<T>(item: Param<T>): Param<T[]> {
  return {
    read(raw, path) {
      if (typeof raw === 'string' || !Object.keys(raw).every((key) => /^\d+$/.test(key)))
        throw invalidRequest('Invalid array', { param: formName(path) })
      const keys = Object.keys(raw).toSorted((a, b) => Number(a) - Number(b))
      return keys.map((key) => item.read(raw[key] ?? '', [...path, key]))
    },
  }
}

export function hash<S extends Shape>(shape: S): Param<Input<S>> {
  return {
    read(raw, path) {
      if (typeof raw === 'string') throw invalidRequest('Invalid object', { param: formName(path) })
      return readParams(shape, raw, path)
    },
  }
}

/** Names and values of the caller's choice; an empty value removes the name. */
export const metadata: Param<Record<string, string> | ''> = {
  emptyable: true,
  read(raw, path) {
    if (raw === '') return ''
    if (typeof raw === 'string') throw invalidRequest('Invalid object', { param: formName(path) })
    const names = Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, asText(value, [...path, key])]))
    checkMetadata(names)
    return names
  },
}

/** Accepts anything: known to Stripe, but without effect here. */
export const ignored: Param<Raw> = { emptyable: true, read: (raw) => raw }

export function required<T>(param: Param<T>): Required<T> {
  return { ...param, required: true }
}

/** Allows an empty string, which stays `''` and unsets the field. */
export function emptyable<T>(param: Param<T>): Param<T | ''> {
  return { ...param, emptyable: true, read: (raw, path) => (raw === '' ? '' : param.read(raw, path)) }
}

export function readParams<S extends Shape>(shape: S, raw: RawHash, path: string[] = []): Input<S> {
  const unknown = Object.keys(raw).filter((key) => !Object.hasOwn(shape, key))
  if (unknown.length > 0) throw unknownParams(unknown.map((key) => formName([...path, key])))
  refuseAlternatives(raw)
  const entries = Object.entries(shape).flatMap(([key, param]) => {
    const value = raw[key]
    const at = [...path, key]
    if (value === undefined) {
      if (param.required) throw missingParam(formName(at))
      return []
    }
    if (value === '' && !param.emptyable) throw emptyParam(formName(at))
    return [[key, param.read(value, at)]]
  })
  return asInput<S>(Object.fromEntries(entries))
}

/** The values, each read by the parameter of its name. */
function asInput<S extends Shape>(values: Record<string, unknown>): Input<S> {
  return values as Input<S>
}

function asText(raw: Raw, path: string[]): string {
  if (typeof raw === 'string') return raw
  throw invalidRequest('Invalid string', { param: formName(path) })
}

function unknownParams(names: string[]) {
  const [param = ''] = names
  const message = `Received unknown parameter${names.length > 1 ? 's' : ''}: ${names.join(', ')}`
  return invalidRequest(message, { code: 'parameter_unknown', param })
}

export function missingParam(param: string) {
  return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
}

function emptyParam(param: string) {
  const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`
  return invalidRequest(message, { code: 'parameter_invalid_empty', param })
}
