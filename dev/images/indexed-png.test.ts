import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { toIndexedPng } from './indexed-png.ts'

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A PNG of these rows, each with its filter first. `kind`: 2 is RGB, 6 is RGBA. */
function png(width: number, rows: number[][], kind: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(rows.length, 4)
  header.set([8, kind, 0, 0, 0], 8)
  const data = deflateSync(Buffer.from(rows.flat()))
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

function partOf(file: Buffer, name: string): Buffer {
  const at = file.indexOf(name, 'latin1')
  return file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4))
}

/** Each pixel's red, green, blue and alpha. */
function pixels(file: Buffer, width: number): number[][] {
  const [palette, alpha] = [partOf(file, 'PLTE'), partOf(file, 'tRNS')]
  const indexes = [...inflateSync(partOf(file, 'IDAT'))].filter((_, at) => at % (width + 1) !== 0)
  return indexes.map((index) => [...palette.subarray(index * 3, index * 3 + 3), alpha[index] ?? 255])
}

test('keeps every pixel of all five row filters', () => {
  const rows = [0, 1, 2, 3, 4].map((filter) => [filter, 10, 20, 30, 0, 1, 2])
  const [first, second] = [
    [10, 20, 30, 255],
    [0, 1, 2, 255],
  ]
  const indexed = pixels(toIndexedPng(png(2, rows, 2)), 2)
  expect(indexed.slice(0, 2)).toEqual([first, second])
  expect(indexed.slice(2, 4)).toEqual([first, [10, 21, 32, 255]])
  expect(indexed.slice(4, 6)).toEqual([
    [20, 40, 60, 255],
    [10, 22, 34, 255],
  ])
  expect(indexed.slice(6, 8)).toEqual([
    [20, 40, 60, 255],
    [15, 32, 49, 255],
  ])
  expect(indexed.slice(8)).toEqual([
    [30, 60, 90, 255],
    [30, 61, 92, 255],
  ])
})

test('keeps transparency, and the most frequent colors exactly', () => {
  const clear = [0, 0, 0, 0]
  const rare = Array.from({ length: 300 }, (_, n) => [n % 256, n >> 8, 7, 255])
  const row = [0, ...clear, ...clear, ...rare.flat()]
  const indexed = pixels(toIndexedPng(png(302, [row], 6)), 302)
  expect(indexed.slice(0, 2)).toEqual([clear, clear])
  expect(indexed.slice(2, 257)).toEqual(rare.slice(0, 255))
})
