/** Numbers spread evenly below 2,048 times their count take 12.5 bits each as Rice-coded differences. */
export const RANGE_PER_ENTRY = 2048
const LOW_BITS = 11

/** Encodes ascending whole numbers: of each difference the high part as ones and a zero, then the low 11 bits. */
export function encodeSortedNumbers(numbers: readonly number[]): Uint8Array {
  const bits: number[] = []
  let last = 0
  for (const number of numbers) {
    const difference = number - last
    for (let high = difference >> LOW_BITS; high > 0; high--) bits.push(1)
    bits.push(0)
    for (let bit = LOW_BITS - 1; bit >= 0; bit--) bits.push((difference >> bit) & 1)
    last = number
  }
  const bytes = new Uint8Array(Math.ceil(bits.length / 8)).fill(0xff)
  bits.forEach((bit, at) => {
    if (bit === 0) bytes[at >> 3] = (bytes[at >> 3] ?? 0) & ~(0x80 >> (at & 7))
  })
  return bytes
}

/** The numbers again. The ones that fill the last byte end before a zero, so they are no number. */
export function* decodeSortedNumbers(bytes: Uint8Array): Generator<number> {
  const end = bytes.length * 8
  const bitAt = (at: number) => ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1
  let at = 0
  let last = 0
  while (at < end) {
    let difference = 0
    for (; at < end && bitAt(at) === 1; at++) difference++
    if (at++ === end) return
    for (let bit = 0; bit < LOW_BITS; bit++) difference = (difference << 1) | bitAt(at++)
    last += difference
    yield last
  }
}
