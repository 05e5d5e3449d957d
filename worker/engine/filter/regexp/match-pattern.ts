import type { Instruction, PatternProgram } from './pattern-program.ts'

/** Start and end of each group, -1 where it took no part. */
type Groups = readonly number[]

/** One way through the pattern that is still open: where it is, and the groups it has found. */
type Thread = { at: number; slots: Groups }

/**
 * The first match at or after `start`, or null: all ways through the pattern at once, character by character, so that
 * no text takes more than its length times the pattern's (each look ahead counts as a search of its own). The result is
 * that of JavaScript's engine. `spend` is told the work done, in steps of about two instructions.
 */
export function matchPattern(
  program: PatternProgram,
  text: string,
  start: number,
  onlyHere: boolean,
  spend: (steps: number) => void,
): Groups | null {
  return (
    new Search(program, program.instructions, text, spend).run(start, onlyHere)?.slice(0, program.groups * 2) ?? null
  )
}

class Search {
  readonly #program: PatternProgram
  readonly #code: Instruction[]
  readonly #text: string
  readonly #spend: (steps: number) => void
  /** At which turn an instruction was last reached: the first thread that reaches it is the one that counts. */
  readonly #reached: Uint32Array
  readonly #seen: Map<number, Groups | null>[]
  #turn = 0
  #work = 0

  constructor(program: PatternProgram, code: Instruction[], text: string, spend: (steps: number) => void) {
    this.#program = program
    this.#code = code
    this.#text = text
    this.#spend = spend
    this.#reached = new Uint32Array(code.length)
    this.#seen = program.looks.map(() => new Map())
    spend(code.length >>> 3)
  }

  run(start: number, onlyHere: boolean): Groups | null {
    const [first] = this.#code
    const none: Groups = Array<number>(this.#program.slots).fill(-1)
    let threads: Thread[] = []
    let found: Groups | null = null
    for (let at = start; ;) {
      if (threads.length === 0) {
        if (found || (onlyHere && at > start)) break
        // Far ahead at once where the pattern can only begin with one character.
        if (!onlyHere && first?.kind === 'code') {
          const next = this.#text.indexOf(String.fromCodePoint(first.code), at)
          if (next < 0) break
          this.#spend((next - at) >>> 6)
          at = next
        }
      }
      const ahead: Thread[] = []
      this.#turn++
      const code = this.#codeAt(at)
      for (const thread of threads) this.#follow(thread, at, ahead)
      if (!found && (!onlyHere || at === start)) {
        this.#follow({ at: 0, slots: none.with(0, at) }, at, ahead)
      }
      threads = []
      for (const thread of ahead) {
        const instruction = this.#code[thread.at]
        if (instruction?.kind === 'found') {
          found = thread.slots.with(1, at)
          break
        }
        const matches =
          instruction?.kind === 'code'
            ? instruction.code === code
            : instruction?.kind === 'unit' && code >= 0 && instruction.test(code)
        if (matches) threads.push({ at: thread.at + 1, slots: thread.slots })
      }
      this.#count(ahead.length + 2)
      if (at >= this.#text.length) break
      at += code > 0xffff ? 2 : 1
    }
    this.#spend((this.#work >>> 1) + 1)
    return found
  }

  #count(instructions: number): void {
    this.#work += instructions
    if (this.#work < 256) return
    this.#spend(this.#work >>> 1)
    this.#work = 0
  }

  /** -1 at the end. */
  #codeAt(at: number): number {
    if (at >= this.#text.length) return -1
    return this.#program.unicode ? (this.#text.codePointAt(at) ?? -1) : this.#text.charCodeAt(at)
  }

  /** Goes on from a thread to every instruction that takes a character, the preferred ones first. */
  #follow(from: Thread, at: number, ahead: Thread[]): void {
    const open: Thread[] = [from]
    for (let thread = open.pop(); thread; thread = open.pop()) {
      if (this.#reached[thread.at] === this.#turn) continue
      this.#reached[thread.at] = this.#turn
      this.#count(1)
      const { slots } = thread
      const next = thread.at + 1
      const instruction = this.#code[thread.at]
      if (!instruction) continue
      switch (instruction.kind) {
        case 'code':
        case 'unit':
        case 'found':
          ahead.push(thread)
          break
        case 'fork':
          open.push({ at: instruction.second, slots }, { at: instruction.first, slots })
          break
        case 'jump':
          open.push({ at: instruction.to, slots })
          break
        case 'save':
          this.#count(slots.length >>> 2)
          open.push({ at: next, slots: slots.with(instruction.slot, at) })
          break
        case 'forget':
          this.#count(slots.length >>> 2)
          open.push({ at: next, slots: withoutGroups(slots, instruction.from, instruction.to) })
          break
        case 'advanced':
          if (slots[instruction.slot] !== at) open.push({ at: next, slots })
          break
        case 'look': {
          const seen = this.#look(instruction.index, slots, at)
          if (seen) open.push({ at: next, slots: seen })
          break
        }
        default:
          if (this.#holds(instruction.kind, at)) open.push({ at: next, slots })
      }
    }
  }

  #holds(kind: 'start' | 'end' | 'word-edge' | 'no-word-edge', at: number): boolean {
    const { multiline } = this.#program
    switch (kind) {
      case 'start':
        return at === 0 || (multiline && isLineEnd(this.#text.charCodeAt(at - 1)))
      case 'end':
        return at === this.#text.length || (multiline && isLineEnd(this.#text.charCodeAt(at)))
      default: {
        const edge = isWord(this.#text.charCodeAt(at - 1)) !== isWord(this.#text.charCodeAt(at))
        return edge === (kind === 'word-edge')
      }
    }
  }

  /** The groups after looking ahead, or undefined where that fails. The result ahead of a place is found once. */
  #look(index: number, slots: Groups, at: number): Groups | undefined {
    const look = this.#program.looks[index]
    const known = this.#seen[index]
    if (!look || !known) return undefined
    let seen = known.get(at)
    if (seen === undefined) {
      seen = new Search(this.#program, look.instructions, this.#text, this.#spend).run(at, true)
      known.set(at, seen)
    }
    if (look.negative) return seen ? undefined : slots
    if (!seen) return undefined
    return slots.map((slot, place) => (place >= look.from * 2 && place < look.to * 2 ? (seen[place] ?? -1) : slot))
  }
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13 || code === 0x2028 || code === 0x2029
}

function isWord(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122)
}

function withoutGroups(slots: Groups, from: number, to: number): Groups {
  return slots.map((slot, place) => (place >= from * 2 && place < to * 2 ? -1 : slot))
}
