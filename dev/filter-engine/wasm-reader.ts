/** Reads WebAssembly's binary format from its front. */
export class WasmReader {
  at = 0
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length
  }

  byte(): number {
    const byte = this.bytes[this.at++]
    if (byte === undefined) throw new Error('The module ends too early.')
    return byte
  }

  /** An unsigned number in LEB128: seven bits a byte, the lowest first. A signed one is as long. */
  number(): number {
    let value = 0
    for (let place = 1; ; place *= 128) {
      const byte = this.byte()
      value += (byte & 0x7f) * place
      if (byte < 0x80) return value
    }
  }

  take(length: number): Uint8Array {
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }

  /** Bytes that stand behind their length: a section, a name, the body of a function. */
  block(): Uint8Array {
    return this.take(this.number())
  }

  /** What `read` reads, as often as a number says. */
  list<Item>(read: () => Item): Item[] {
    return Array.from({ length: this.number() }, read)
  }
}

/** In LEB128. */
export function wasmNumber(value: number): Uint8Array {
  return value < 0x80 ? Buffer.of(value) : Buffer.of((value & 0x7f) | 0x80, ...wasmNumber(value >>> 7))
}

export function wasmBlock(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([wasmNumber(bytes.length), bytes])
}

export function wasmList(items: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat([wasmNumber(items.length), ...items])
}
