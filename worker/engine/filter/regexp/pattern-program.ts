import { PatternProblem, type ParsedPattern, type PatternNode } from './pattern-tree.ts'
import { parsePattern } from './parse-pattern.ts'
import { unitCost, unitTest, type UnitTest } from './unit-test.ts'

const MOST_INSTRUCTIONS = 2_000
const MOST_SOURCE = 1_000

/** A step of the matcher at one place of the pattern. Places are indexes into the list of instructions. */
export type Instruction =
  | { kind: 'code'; code: number }
  | { kind: 'unit'; test: UnitTest }
  | { kind: 'fork'; first: number; second: number }
  | { kind: 'jump'; to: number }
  | { kind: 'save'; slot: number }
  | { kind: 'forget'; from: number; to: number }
  /** Ends a repetition that took nothing since its start was saved in `slot`. */
  | { kind: 'advanced'; slot: number }
  | { kind: 'start' | 'end' | 'word-edge' | 'no-word-edge' | 'found' }
  | { kind: 'look'; index: number }

type Look = { negative: boolean; instructions: Instruction[]; from: number; to: number }

/** A regular expression made ready for `matchPattern`. */
export type PatternProgram = {
  instructions: Instruction[]
  looks: Look[]
  /** Groups with group 0. */
  groups: number
  names: ReadonlyMap<string, number>
  slots: number
  unicode: boolean
  multiline: boolean
  /** The cost of making it ready, in steps of a run. */
  cost: number
}

/** Throws PatternProblem with words for users if the pattern is wrong, too large, or not linear. */
export function compilePattern(source: string, flags: string): PatternProgram {
  if (source.length > MOST_SOURCE) throw new PatternProblem('This regular expression is too long.')
  if (/[^gimsuy]/.test(flags)) throw new PatternProblem(`A regular expression cannot have the flags “${flags}” here.`)
  checkSyntax(source, flags)
  return new PatternCompiler(parsePattern(source, flags), flags).compile()
}

/** The host only reads the pattern here; it never matches a text with it. */
function checkSyntax(source: string, flags: string): void {
  try {
    RegExp(source, flags)
  } catch (error) {
    const words = error instanceof Error ? error.message.replace(/^.*: /s, '') : ''
    throw new PatternProblem(`This regular expression is wrong: ${words}.`)
  }
}

class PatternCompiler {
  #code: Instruction[] = []
  #size = 0
  #looks: Look[] = []
  #units = new Map<string, Instruction>()
  #cost = 0
  #slots: number
  readonly #parsed: ParsedPattern
  readonly #flags: string

  constructor(parsed: ParsedPattern, flags: string) {
    this.#parsed = parsed
    this.#flags = flags
    this.#slots = parsed.groups * 2
  }

  compile(): PatternProgram {
    const { tree, groups, names } = this.#parsed
    const instructions = this.#compileWhole(tree)
    return {
      instructions,
      looks: this.#looks,
      groups,
      names,
      slots: this.#slots,
      unicode: this.#flags.includes('u'),
      multiline: this.#flags.includes('m'),
      cost: this.#cost + (this.#size >>> 1),
    }
  }

  #compileWhole(tree: PatternNode): Instruction[] {
    const outer = this.#code
    const code: Instruction[] = []
    this.#code = code
    this.#emit(tree)
    this.#push({ kind: 'found' })
    this.#code = outer
    return code
  }

  #push<Pushed extends Instruction>(instruction: Pushed): Pushed {
    if (++this.#size > MOST_INSTRUCTIONS) throw new PatternProblem('This regular expression is too large.')
    this.#code.push(instruction)
    return instruction
  }

  #emit(node: PatternNode): void {
    switch (node.kind) {
      case 'unit':
        this.#push(this.#unit(node.source))
        return
      case 'start':
      case 'end':
      case 'word-edge':
      case 'no-word-edge':
        this.#push({ kind: node.kind })
        return
      case 'group':
        this.#push({ kind: 'save', slot: node.index * 2 })
        this.#emit(node.body)
        this.#push({ kind: 'save', slot: node.index * 2 + 1 })
        return
      case 'look': {
        const instructions = this.#compileWhole(node.body)
        const index = this.#looks.push({ negative: node.negative, instructions, ...node.groups }) - 1
        this.#push({ kind: 'look', index })
        return
      }
      case 'either':
        this.#emitEither(node.options)
        return
      case 'sequence':
        for (const item of node.items) this.#emit(item)
        return
      case 'repeat':
        this.#emitRepeat(node)
        return
      default:
        node satisfies never
    }
  }

  /** A unit that occurs several times is made once. */
  #unit(source: string): Instruction {
    const known = this.#units.get(source)
    if (known) return known
    const made = unitInstruction(source, this.#flags)
    this.#units.set(source, made)
    if (made.kind === 'unit') this.#cost += unitCost(source, this.#flags)
    return made
  }

  #emitEither(options: PatternNode[]): void {
    const ends = options.slice(0, -1).map((option) => {
      const fork = this.#push({ kind: 'fork', first: 0, second: 0 })
      fork.first = this.#code.length
      this.#emit(option)
      const end = this.#push({ kind: 'jump', to: 0 })
      fork.second = this.#code.length
      return end
    })
    for (const last of options.slice(-1)) this.#emit(last)
    for (const end of ends) end.to = this.#code.length
  }

  #emitRepeat({ least, most, lazy, body, groups }: Extract<PatternNode, { kind: 'repeat' }>): void {
    const forget = () => {
      if (groups.to > groups.from) this.#push({ kind: 'forget', ...groups })
    }
    for (let done = 0; done < least; done++) {
      forget()
      this.#emit(body)
    }
    const mayBeEmpty = canBeEmpty(body)
    if (mayBeEmpty && most > 1 && isLazy(body)) {
      throw new PatternProblem('A repetition of something lazy that may be empty is not available here.')
    }
    const forks: { first: number; second: number }[] = []
    const once = () => {
      const fork = this.#push({ kind: 'fork', first: 0, second: 0 })
      forks.push(fork)
      const inside = this.#code.length
      if (lazy) fork.second = inside
      else fork.first = inside
      const slot = mayBeEmpty ? this.#slots++ : -1
      if (mayBeEmpty) this.#push({ kind: 'save', slot })
      forget()
      this.#emit(body)
      if (mayBeEmpty) this.#push({ kind: 'advanced', slot })
    }
    if (most === Infinity) {
      const again = this.#code.length
      once()
      this.#push({ kind: 'jump', to: again })
    } else for (let done = least; done < most; done++) once()
    for (const fork of forks) {
      if (lazy) fork.first = this.#code.length
      else fork.second = this.#code.length
    }
  }
}

function unitInstruction(source: string, flags: string): Instruction {
  const plain = /^[^\\.[\]]$/u.test(source) && !flags.includes('i')
  return plain ? { kind: 'code', code: source.codePointAt(0) ?? 0 } : { kind: 'unit', test: unitTest(source, flags) }
}

function canBeEmpty(node: PatternNode): boolean {
  switch (node.kind) {
    case 'unit':
      return false
    case 'group':
      return canBeEmpty(node.body)
    case 'either':
      return node.options.some(canBeEmpty)
    case 'sequence':
      return node.items.every(canBeEmpty)
    case 'repeat':
      return node.least === 0 || canBeEmpty(node.body)
    default:
      return true
  }
}

/** Whether something in it is repeated as rarely as possible. Within a repetition that may be empty, that needs trial and error. */
function isLazy(node: PatternNode): boolean {
  switch (node.kind) {
    case 'group':
    case 'look':
      return isLazy(node.body)
    case 'either':
      return node.options.some(isLazy)
    case 'sequence':
      return node.items.some(isLazy)
    case 'repeat':
      return node.lazy || isLazy(node.body)
    default:
      return false
  }
}
