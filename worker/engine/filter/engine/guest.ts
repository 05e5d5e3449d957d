import type { EngineExports } from './engine-exports.ts'

/** Where in the engine's memory a value is. */
export type Handle = number

/** Thrown where the engine's code has thrown; `thrown` is what. */
export class GuestThrow extends Error {
  readonly thrown: Handle
  constructor(thrown: Handle) {
    super('The code threw.')
    this.thrown = thrown
  }
}

/** Values of the engine from outside. What it says about lengths is its own: a wrong one ends in a RangeError. */
export class Guest {
  readonly exports: EngineExports

  constructor(exports: EngineExports) {
    this.exports = exports
  }

  /** Throws GuestThrow. */
  evaluate(source: string, file: string): Handle {
    const code = this.#write(source)
    return this.#checked(this.exports.qjs_eval(code.at, code.length, this.#write(file).at, 0))
  }

  /** Throws GuestThrow. */
  call(callee: Handle, ...values: Handle[]): Handle {
    const at = this.#allocate(4 * values.length)
    const view = this.#view()
    for (const [index, value] of values.entries()) view.setUint32(at + 4 * index, value, true)
    return this.#checked(this.exports.qjs_call(callee, this.exports.qjs_get_undefined(), values.length, at))
  }

  member(of: Handle, name: string): Handle {
    return this.#checked(this.exports.qjs_get_prop_string(of, this.#write(name).at))
  }

  text(text: string): Handle {
    const { at, length } = this.#write(text)
    return this.#checked(this.exports.qjs_new_string(at, length))
  }

  readText(text: Handle): string {
    const lengthAt = this.#allocate(4)
    const at = this.exports.qjs_get_string_len(text, lengthAt)
    if (at === 0) throw new RangeError('The engine gave no text.')
    return new TextDecoder().decode(
      new Uint8Array(this.exports.memory.buffer, at, this.#view().getUint32(lengthAt, true)),
    )
  }

  hostFunction(name: string): Handle {
    const { at, length } = this.#write(name)
    return this.#checked(this.exports.qjs_new_host_function(at, length, 0))
  }

  /** The values that a call of the host came with. */
  values(count: number, at: number): Handle[] {
    const view = this.#view()
    return Array.from({ length: count }, (_, index) => view.getUint32(at + 4 * index, true))
  }

  #checked(value: Handle): Handle {
    if (this.exports.qjs_is_exception(value)) throw new GuestThrow(this.exports.qjs_get_exception())
    return value
  }

  /** Nothing is given back, as the memory is put back to its first state. */
  #allocate(bytes: number): number {
    const at = this.exports.wasm_malloc(bytes)
    if (at === 0) throw new RangeError('The engine has no memory left.')
    return at
  }

  #write(text: string): { at: number; length: number } {
    const bytes = new TextEncoder().encode(text)
    const at = this.#allocate(bytes.length + 1)
    const memory = new Uint8Array(this.exports.memory.buffer, at, bytes.length + 1)
    memory.set(bytes)
    memory[bytes.length] = 0
    return { at, length: bytes.length }
  }

  #view(): DataView {
    return new DataView(this.exports.memory.buffer)
  }
}
