import { PatternProblem, type ParsedPattern, type PatternNode } from './pattern-tree.ts'

const MOST_NESTING = 50
const QUANTIFIER = /(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})(\??)/y
/** One escaped unit: control letter, code in hexadecimal, property, or the character itself. */
const ESCAPE = /\\(?:c[A-Za-z]|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|[^])/y
const ESCAPE_UNICODE =
  /\\(?:c[A-Za-z]|x[\dA-Fa-f]{2}|u[Dd][89ABab][\dA-Fa-f]{2}\\u[Dd][C-Fc-f][\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|u\{[\dA-Fa-f]+\}|[pP]\{[^}]*\}|[^])/uy

/** Parses a pattern whose syntax `new RegExp` accepts. Throws PatternProblem for what cannot be matched in linear time. */
export function parsePattern(source: string, flags: string): ParsedPattern {
  return new PatternParser(source, flags.includes('u')).parse()
}

class PatternParser {
  #at = 0
  #nesting = 0
  #groups = 1
  #names = new Map<string, number>()
  readonly #source: string
  readonly #unicode: boolean

  constructor(source: string, unicode: boolean) {
    this.#source = source
    this.#unicode = unicode
  }

  parse(): ParsedPattern {
    const tree = this.#parseOptions()
    return { tree, groups: this.#groups, names: this.#names }
  }

  #parseOptions(): PatternNode {
    if (++this.#nesting > MOST_NESTING) throw new PatternProblem('This regular expression is nested too deeply.')
    const options = [this.#parseSequence()]
    while (this.#source[this.#at] === '|') {
      this.#at++
      options.push(this.#parseSequence())
    }
    this.#nesting--
    const [only] = options
    return options.length === 1 && only ? only : { kind: 'either', options }
  }

  #parseSequence(): PatternNode {
    const items: PatternNode[] = []
    while (this.#at < this.#source.length && !'|)'.includes(this.#source.charAt(this.#at))) {
      const from = this.#groups
      const atom = this.#parseAtom()
      items.push(this.#parseQuantifier(atom, from))
    }
    return { kind: 'sequence', items }
  }

  #parseQuantifier(body: PatternNode, from: number): PatternNode {
    const found = this.#take(QUANTIFIER)
    if (!found) return body
    const [text, least, comma, most, lazy] = found
    const groups = { from, to: this.#groups }
    const repeat = { kind: 'repeat', lazy: lazy === '?', body, groups } as const
    if (text.startsWith('*')) return { ...repeat, least: 0, most: Infinity }
    if (text.startsWith('+')) return { ...repeat, least: 1, most: Infinity }
    if (text.startsWith('?')) return { ...repeat, least: 0, most: 1 }
    return { ...repeat, least: Number(least), most: most ? Number(most) : comma ? Infinity : Number(least) }
  }

  #parseAtom(): PatternNode {
    const char = this.#source.charAt(this.#at)
    switch (char) {
      case '^':
        this.#at++
        return { kind: 'start' }
      case '$':
        this.#at++
        return { kind: 'end' }
      case '(':
        return this.#parseGroup()
      case '[':
        return this.#parseClass()
      case '\\':
        return this.#parseEscape()
      default: {
        const code = this.#source.codePointAt(this.#at) ?? 0
        const source = this.#unicode ? String.fromCodePoint(code) : char
        this.#at += source.length
        return { kind: 'unit', source: source === '{' || source === '}' || source === ']' ? `\\${source}` : source }
      }
    }
  }

  #parseGroup(): PatternNode {
    const found = this.#take(/\((\?(?::|=|!|<=|<!|<([^>]*)>|))?/y)
    const [, special = '', name] = found ?? []
    if (special === '?') throw new PatternProblem('This kind of group is not available in regular expressions here.')
    if (special === '?<=' || special === '?<!') {
      throw new PatternProblem('Looking behind, (?<=…) or (?<!…), is not available in regular expressions here.')
    }
    const from = this.#groups
    const captures = special === '' || name !== undefined
    if (captures) this.#groups++
    if (name !== undefined) {
      if (this.#names.has(name)) throw new PatternProblem(`Two groups are named ${name}.`)
      this.#names.set(name, from)
    }
    const body = this.#parseOptions()
    this.#at++
    if (captures) return { kind: 'group', index: from, body }
    if (special === '?:') return body
    return { kind: 'look', negative: special === '?!', body, groups: { from, to: this.#groups } }
  }

  #parseClass(): PatternNode {
    const start = this.#at++
    while (this.#source[this.#at] !== ']') this.#at += this.#source[this.#at] === '\\' ? 2 : 1
    this.#at++
    return { kind: 'unit', source: this.#source.slice(start, this.#at) }
  }

  #parseEscape(): PatternNode {
    const next = this.#source.charAt(this.#at + 1)
    if (next === 'b' || next === 'B') {
      this.#at += 2
      return { kind: next === 'b' ? 'word-edge' : 'no-word-edge' }
    }
    if (/[1-9]/.test(next) || next === 'k' || /^0\d/.test(this.#source.slice(this.#at + 1, this.#at + 3))) {
      throw new PatternProblem('Going back to what a group found, as \\1 does, is not available here.')
    }
    const [source = ''] = this.#take(this.#unicode ? ESCAPE_UNICODE : ESCAPE) ?? []
    return { kind: 'unit', source }
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#source)
    if (found) this.#at += found[0].length
    return found
  }
}
