import { toText } from '../values/convert.ts'
import type { FilterRun } from '../values/filter-run.ts'
import { type Value, isFunction } from '../values/values.ts'

type Found = { text: string; at: number; groups: (string | undefined)[]; names: ReadonlyMap<string, number> }

/** Puts together what stands between matches and what takes their place, never longer than a text may be. */
export class Replacing {
  #pieces: string[] = []
  #length = 0
  #end = 0
  readonly #run: FilterRun
  readonly #text: string
  readonly #by: Value

  constructor(run: FilterRun, text: string, by: Value) {
    this.#run = run
    this.#text = text
    this.#by = isFunction(by) ? by : toText(run, by)
  }

  replace(found: Found): void {
    this.#add(this.#text.slice(this.#end, found.at))
    this.#add(this.#replacement(found))
    this.#end = found.at + found.text.length
  }

  finish(): string {
    this.#add(this.#text.slice(this.#end))
    return this.#run.text(this.#pieces.join(''))
  }

  #add(piece: string): void {
    this.#length += piece.length
    this.#run.checkText(this.#length)
    this.#run.spend(1 + (piece.length >>> 6))
    this.#pieces.push(piece)
  }

  #replacement({ text, at, groups, names }: Found): string {
    if (typeof this.#by !== 'string') {
      const named = names.size > 0 ? [namedGroups(this.#run, groups, names)] : []
      return toText(this.#run, this.#run.call(this.#by, [text, ...groups, at, this.#text, ...named]))
    }
    if (!this.#by.includes('$')) return this.#by
    this.#run.spend(this.#by.length >>> 3)
    let length = 0
    return this.#by.replaceAll(/\$(?:\$|&|`|'|(\d\d?)|<([^>]*)>)/g, (whole, digits?: string, name?: string) => {
      const piece = this.#piece(whole, digits, name, { text, at, groups, names })
      length += piece.length
      this.#run.checkText(length)
      return piece
    })
  }

  #piece(whole: string, digits: string | undefined, name: string | undefined, found: Found): string {
    const { text, at, groups, names } = found
    if (digits !== undefined) {
      if (Number(digits) > 0 && Number(digits) <= groups.length) return groups[Number(digits) - 1] ?? ''
      const first = Number(digits.charAt(0))
      if (digits.length === 2 && first > 0 && first <= groups.length) {
        return `${groups[first - 1] ?? ''}${digits.charAt(1)}`
      }
      return whole
    }
    if (name !== undefined) {
      if (names.size === 0) return whole
      const group = names.get(name)
      return group === undefined ? '' : (groups[group - 1] ?? '')
    }
    switch (whole) {
      case '$$':
        return '$'
      case '$&':
        return text
      case '$`':
        return this.#text.slice(0, at)
      default:
        return this.#text.slice(at + text.length)
    }
  }
}

export function namedGroups(run: FilterRun, groups: (string | undefined)[], names: ReadonlyMap<string, number>): Value {
  return run.record([...names].map(([name, group]) => [name, groups[group - 1]] as const))
}

const NO_NAMES: ReadonlyMap<string, number> = new Map()

/** `replace` and `replaceAll` by a text. */
export function replaceText(run: FilterRun, text: string, what: string, by: Value, all: boolean): string {
  const replacing = new Replacing(run, text, by)
  run.spend((text.length >>> 6) * (1 + (what.length >>> 6)))
  for (let at = text.indexOf(what); at >= 0;) {
    run.spend(1)
    replacing.replace({ text: what, at, groups: [], names: NO_NAMES })
    if (!all || at + Math.max(1, what.length) > text.length) break
    at = text.indexOf(what, at + Math.max(1, what.length))
  }
  return replacing.finish()
}
