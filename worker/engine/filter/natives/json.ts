import { toText } from '../values/convert.ts'
import type { FilterRun } from '../values/filter-run.ts'
import { FilterFunction, FilterRecord, isObject, type FilterObject, type Value, isFunction } from '../values/values.ts'

/** Values within values, as `JSON.parse` and `JSON.stringify` go down. */
const MOST_DEPTH = 100

/** Values of our own for what the host has read. */
function fromJson(run: FilterRun, value: unknown, depth = 0): Value {
  if (depth > MOST_DEPTH) run.fail('This JSON is nested too deeply.', 'RangeError')
  run.spend(1)
  if (typeof value === 'string') {
    run.allocate(value.length)
    return value
  }
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  if (Array.isArray(value)) {
    run.checkItems(value.length)
    return run.array(value.map((item: unknown) => fromJson(run, item, depth + 1)))
  }
  if (typeof value !== 'object') return undefined
  return run.record(Object.entries(value).map(([key, item]) => [key, fromJson(run, item, depth + 1)] as const))
}

function parse(run: FilterRun, text: string): Value {
  run.spend(text.length >>> 4)
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return run.fail('This text is not JSON.', 'SyntaxError')
  }
  return fromJson(run, read)
}

class JsonWriter {
  #length = 0
  readonly #run: FilterRun
  readonly #indent: string

  constructor(run: FilterRun, indent: string) {
    this.#run = run
    this.#indent = indent
  }

  /** Undefined for what JSON leaves out. */
  write(value: Value, key: string, before: string, depth: number): string | undefined {
    this.#run.spend(1)
    if (depth > MOST_DEPTH) this.#run.fail('This is nested too deeply for JSON, or contains itself.')
    if (typeof value === 'string') return this.#count(this.#quote(value))
    if (typeof value === 'number') return this.#count(Number.isFinite(value) ? String(value) : 'null')
    if (!isObject(value)) return value === undefined ? undefined : this.#count(String(value))
    return this.#writeObject(value, key, before, depth)
  }

  #writeObject(value: FilterObject, key: string, before: string, depth: number): string | undefined {
    switch (value.kind) {
      case 'function':
        return undefined
      case 'date':
      case 'moment':
        return this.#count(Number.isNaN(value.ms) ? 'null' : JSON.stringify(new Date(value.ms).toISOString()))
      case 'array': {
        const inside = before + this.#indent
        return this.#wrap(
          '[',
          value.items.map((item, at) => this.write(item, String(at), inside, depth + 1) ?? 'null'),
          ']',
          before,
        )
      }
      case 'record': {
        const own = value.fields['toJSON']
        if (isFunction(own)) return this.write(this.#run.call(own, [key]), key, before, depth + 1)
        return this.#writeFields(value, before, depth)
      }
      default:
        return this.#count('{}')
    }
  }

  #writeFields({ fields }: FilterRecord, before: string, depth: number): string {
    const parts: string[] = []
    for (const [key, value] of Object.entries(fields)) {
      const text = this.write(value, key, before + this.#indent, depth + 1)
      if (text !== undefined) parts.push(`${this.#count(this.#quote(key))}:${this.#indent && ' '}${text}`)
    }
    return this.#wrap('{', parts, '}', before)
  }

  #wrap(open: string, parts: string[], close: string, before: string): string {
    if (parts.length === 0) return this.#count(open + close)
    const inside = before + this.#indent
    this.#length += parts.length * (inside.length + 3)
    this.#run.checkText(this.#length)
    this.#run.spend((this.#length >>> 9) + 1)
    if (!this.#indent) return `${open}${parts.join(',')}${close}`
    return `${open}\n${inside}${parts.join(`,\n${inside}`)}\n${before}${close}`
  }

  #quote(text: string): string {
    this.#run.spend(text.length >>> 6)
    return JSON.stringify(text)
  }

  #count(text: string): string {
    this.#length += text.length
    this.#run.checkText(this.#length)
    return text
  }
}

function indentOf(run: FilterRun, value: Value): string {
  if (typeof value === 'number') return ' '.repeat(Math.max(0, Math.min(10, Math.trunc(value) || 0)))
  return value === undefined || value === null ? '' : toText(run, value).slice(0, 10)
}

export const JSON_RECORD = new FilterRecord(
  [
    [
      'parse',
      new FilterFunction('parse', 2, (run, [text, reviver]) => {
        if (reviver !== undefined) run.fail('JSON.parse() takes only a text here.')
        return parse(run, toText(run, text))
      }),
    ],
    [
      'stringify',
      new FilterFunction('stringify', 3, (run, [value, replacer, indent]) => {
        if (replacer !== undefined && replacer !== null) {
          run.fail('JSON.stringify() takes no replacer here. Write null in its place.')
        }
        const text = new JsonWriter(run, indentOf(run, indent)).write(value, '', '', 0)
        return text === undefined ? undefined : run.text(text)
      }),
    ],
  ],
  true,
)
