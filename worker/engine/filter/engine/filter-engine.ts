import engine from '../../../../out/filter-engine/filter-engine.wasm'
import { DateTexts } from './date-texts.ts'
import type { EngineExports } from './engine-exports.ts'
import { type ErrorPlace, wordsOfError, wordsOfUnread } from './error-words.ts'
import { Guest, GuestThrow, type Handle } from './guest.ts'
import { ZoneOffsets } from './zone-offsets.ts'

/** Units of fuel, each about 1 ns: for a run, and what is left of it where code with a known line is stopped. */
const FUEL = 12_000_000
const FUEL_AFTER_STOP = 3_000_000
/** For making ready, of which 20,000 characters usually take half; for handing over, which users' code has little part in; for an error's words. */
const COMPILE_FUEL = 9_000_000
const OWN_FUEL = 9_000_000
const DESCRIBE_FUEL = 100_000
/** Bytes. More of the stack would let V8's own come first, at a depth that differs. */
const HEAP = 8 * 1024 * 1024
const STACK = 64 * 1024
/** Of memory: as much as moment.js needs at first, so that both first states fit one engine. */
const PAGE = 65_536
const PAGES = 33
/** Date, eval (which making ready needs), RegExp, JSON, Proxy, Map and Set, typed arrays, Promise, BigInt. */
const INTRINSICS = 0b1_1111_1111

const TOO_LONG = 'This code takes too many steps. Use fewer loops or shorter texts.'
/** What the engine says where it is stopped. */
const INTERRUPTED = 'interrupted'
const NOT_READY = 'This code takes too long to read. Make it shorter or simpler.'

/** `answer`: JSON that the code had a hand in. */
type EngineResult =
  | { kind: 'ended'; answer: string; fuel: number }
  | { kind: 'failed'; line: number | null; message: string; fuel: number }

const BEYOND = 'This code goes beyond what can be run.'

type Problem = ErrorPlace & { message: string }

/** What stands in the first line before the code. */
const START = '(function(){"use strict";'

/** What a run begins with. */
type FirstState = {
  memory: Uint8Array
  stackPointer: number
  begin: Handle
  finish: Handle
  describe: Handle
  where: Handle
}

type Ended = { source: string; hasRun: boolean; first: FirstState }

/** Only these lead to moments. */
const NAMES_MOMENTS = /\b(?:Meta|moment)\b/

/** QuickJS in WebAssembly with a fuel counter (dev/filter-engine/meter-wasm.ts). One for each isolate is enough: no run sees another. */
export class FilterEngine {
  /** Made with the first state. */
  #guest!: Guest
  #zones = new ZoneOffsets()
  #dates = new DateTexts()
  #states: { plain?: FirstState; withMoment?: FirstState } = {}
  #now = 0
  #timezone = 'UTC'
  #isUnderWay = false

  /** Made by the first code that needs it. `withMoment`: with moment.js, which takes long to load. */
  #firstState(withMoment: boolean): FirstState {
    return withMoment
      ? (this.#states.withMoment ??= this.#makeState(true))
      : (this.#states.plain ??= this.#makeState(false))
  }

  #makeState(withMoment: boolean): FirstState {
    const guest = this.#makeGuest()
    this.#guest = guest
    const { exports } = guest
    exports['_initialize']()
    exports.qjs_init2(INTRINSICS)
    exports.qjs_set_max_stack_size(0)
    const moment = withMoment ? this.#load('moment') : undefined
    const prelude = guest.call(this.#load('prelude'), guest.hostFunction('askHost'))
    if (moment !== undefined) guest.call(guest.member(prelude, 'connectMoment'))
    exports.qjs_set_memory_limit(HEAP)
    exports.qjs_set_max_stack_size(STACK)
    exports.qjs_set_interrupt_handler(1)
    growTo(PAGES, exports)
    return {
      begin: guest.member(prelude, 'begin'),
      finish: guest.member(prelude, 'finish'),
      describe: guest.member(prelude, 'describe'),
      where: guest.member(prelude, 'where'),
      stackPointer: exports['__stack_pointer'].value,
      memory: new Uint8Array(exports.memory.buffer.slice(0)),
    }
  }

  /** Runs code that was checked, with what `begin` of the prelude takes. `now` in ms. The same input gives the same result. */
  run(source: string, input: string, { now, timezone }: { now: number; timezone: string }): EngineResult {
    const first = this.#firstState(NAMES_MOMENTS.test(source))
    this.#putBack(first)
    this.#now = now
    this.#timezone = timezone
    this.#zones.forget()
    this.#dates.forget()
    const guest = this.#guest
    const { fuel } = guest.exports
    const { begin, finish } = first
    let code: Handle | undefined
    let spent = 0
    try {
      fuel.value = OWN_FUEL
      guest.call(begin, guest.text(input))
      fuel.value = COMPILE_FUEL
      code = guest.evaluate(`${START}${source}\n})`, 'filter.js')
      spent = COMPILE_FUEL - fuel.value
      fuel.value = FUEL
      this.#isUnderWay = true
      guest.call(code)
      this.#isUnderWay = false
      spent += FUEL - fuel.value
      fuel.value = OWN_FUEL
      return { kind: 'ended', answer: guest.readText(guest.call(finish)), fuel: spent }
    } catch (error) {
      spent += (code === undefined ? COMPILE_FUEL : FUEL) - fuel.value
      return { kind: 'failed', ...this.#endOf(error, { source, hasRun: code !== undefined, first }), fuel: spent }
    }
  }

  /** What ended code that ran, or that was only made ready. */
  #endOf(error: unknown, { source, hasRun, first }: Ended): { line: number | null; message: string } {
    const isTrapped = this.#guest.exports.fuel.value < 0
    this.#isUnderWay = false
    const { message, ...place } = this.#describe(error, first)
    const { line } = place
    if (!hasRun) return { line, message: isTrapped ? NOT_READY : wordsOfUnread(message) }
    if (!isTrapped && message !== INTERRUPTED) return { line, message: wordsOfError(message, source, place) }
    return { line: line ?? lineOfOnlyLoop(source), message: TOO_LONG }
  }

  /** After a trap, the engine still knows the calls that it cut off. */
  #describe(error: unknown, { describe, where }: FirstState): Problem {
    const guest = this.#guest
    try {
      guest.exports.fuel.value = DESCRIBE_FUEL
      guest.exports.qjs_set_memory_limit(2 * HEAP)
      const described = error instanceof GuestThrow ? guest.call(describe, error.thrown) : guest.call(where)
      return readProblem(guest.readText(described))
    } catch {
      return { line: null, column: 1, native: null, message: BEYOND }
    }
  }

  #makeGuest(): Guest {
    const { exports } = new WebAssembly.Instance(engine, {
      env: {
        host_get_timezone_offset: (high: number, low: number) => this.#localOffset(high * 2 ** 32 + (low >>> 0)),
        host_interrupt: () => (this.#isUnderWay && this.#guest.exports.fuel.value < FUEL_AFTER_STOP ? 1 : 0),
        host_promise_rejection: () => {},
        host_module_normalize: () => 0,
        host_module_load: () => 0,
        host_call: (_name: number, _length: number, _self: number, count: number, at: number) =>
          this.#answer(this.#guest.values(count, at)),
      },
      wasi_snapshot_preview1: {
        clock_time_get: (_clock: number, _precision: bigint, at: number) => {
          new DataView(this.#guest.exports.memory.buffer).setBigUint64(at, BigInt(this.#now) * 1_000_000n, true)
          return 0
        },
        fd_close: () => 8,
        fd_fdstat_get: () => 8,
        fd_seek: () => 8,
        fd_write: () => 8,
        random_get: () => 52,
      },
    })
    return new Guest(exports as EngineExports)
  }

  #load(section: string): Handle {
    const [bytes] = WebAssembly.Module.customSections(engine, section)
    return this.#guest.evaluate(new TextDecoder().decode(bytes), `${section}.js`)
  }

  /** Memory that has grown cannot shrink, and its size is seen by code that fills it. */
  #putBack({ memory, stackPointer }: FirstState): void {
    if (this.#guest.exports.memory.buffer.byteLength !== memory.length) {
      this.#guest = this.#makeGuest()
      growTo(memory.length / PAGE, this.#guest.exports)
    }
    const { exports } = this.#guest
    new Uint8Array(exports.memory.buffer).set(memory)
    exports['__stack_pointer'].value = stackPointer
  }

  /** Seconds, as QuickJS asks for local times of Date. */
  #localOffset(seconds: number): number {
    return this.#pay(this.#zones.at(seconds * 1000, this.#timezone)).ms / 1000
  }

  /** `zone, ms, isLocal`: an offset; `shown, ms, language, options`: a date's text. */
  #answer([name = 0, ms = 0, third = 0, options]: Handle[]): Handle {
    const guest = this.#guest
    const { qjs_get_float64, qjs_new_number } = guest.exports
    const time = qjs_get_float64(ms)
    if (options !== undefined) {
      const asked = { language: guest.readText(third), options: guest.readText(options), timezone: this.#timezone }
      const { text, fuel } = this.#dates.write(guest.readText(name), time, asked)
      this.#pay({ fuel })
      return guest.text(text)
    }
    const zone = guest.readText(name)
    const offset = qjs_get_float64(third) === 1 ? this.#zones.ofLocal(time, zone) : this.#zones.at(time, zone)
    return qjs_new_number(this.#pay(offset).ms)
  }

  /** The module traps after a call that it cannot pay. */
  #pay<Answer extends { fuel: number }>(answer: Answer): Answer {
    this.#guest.exports.fuel.value -= answer.fuel
    return answer
  }
}

function growTo(pages: number, { memory }: EngineExports): void {
  memory.grow(Math.max(0, pages - memory.buffer.byteLength / PAGE))
}

/** What `describe` of the prelude answered, which code of users may have changed. */
function readProblem(answer: string): Problem {
  const described: unknown = JSON.parse(answer)
  const [line, message, column, native]: unknown[] = Array.isArray(described) ? described : []
  return {
    line: typeof line === 'number' ? line : null,
    // The engine counts the columns of the first line from 0.
    column: typeof column !== 'number' ? 1 : line === 1 ? column + 1 - START.length : column,
    native: typeof native === 'string' ? native : null,
    message: String(message),
  }
}

/** Of a loop that calls nothing, the engine does not know the line. */
function lineOfOnlyLoop(source: string): number | null {
  const lines = source.split('\n').flatMap((line, at) => (/\b(?:for|while)\b/.test(line) ? [at + 1] : []))
  return lines.length === 1 ? (lines[0] ?? null) : null
}
