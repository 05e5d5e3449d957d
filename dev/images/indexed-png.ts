import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** Colors as 4 bytes, red, green, blue and alpha, for each pixel. */
type Picture = { width: number; height: number; pixels: Uint8Array }

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
const MOST_COLORS = 256

/**
 * The same PNG with a palette, a third of the size for a drawing in few colors. `png`: 8 bits a channel, RGB or RGBA,
 * not interlaced, as Chromium writes it. Where there are over 256 colors, the rare ones become the nearest frequent one.
 */
export function toIndexedPng(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png)
  const palette = paletteOf(pixels)
  const nearest = new Map<number, number>()
  const rows = Buffer.alloc(height * (width + 1))
  const colors = colorsOf(pixels)
  for (let at = 0; at < colors.length; at++) {
    const color = colors[at] ?? 0
    const index = nearest.get(color) ?? nearestIn(palette, color)
    nearest.set(color, index)
    // Each row begins with its filter: none.
    rows[at + Math.floor(at / width) + 1] = index
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((color) => channels(color).slice(0, 3)))),
    chunk('tRNS', Buffer.from(palette.map((color) => channels(color)[3]))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function decode(png: Buffer): Picture {
  const parts: Buffer[] = []
  const [width, height, kind] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25]]
  if (png[24] !== 8 || png[28] !== 0 || (kind !== 2 && kind !== 6)) throw new Error('This kind of PNG is unknown.')
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  const size = kind === 6 ? 4 : 3
  const data = unfilter(inflateSync(Buffer.concat(parts)), width * size, size)
  if (size === 4) return { width, height, pixels: data }
  const pixels = new Uint8Array(width * height * 4).fill(255)
  for (let at = 0; at < width * height; at++) pixels.set(data.subarray(at * 3, at * 3 + 3), at * 4)
  return { width, height, pixels }
}

/** Undoes the filter of each row, whose number is in its first byte (PNG specification, section 9). */
function unfilter(raw: Uint8Array, rowBytes: number, size: number): Uint8Array {
  const rows = raw.length / (rowBytes + 1)
  const data = new Uint8Array(rows * rowBytes)
  for (let row = 0; row < rows; row++) {
    const filter = raw[row * (rowBytes + 1)] ?? 0
    for (let x = 0; x < rowBytes; x++) {
      const at = row * rowBytes + x
      const left = x >= size ? (data[at - size] ?? 0) : 0
      const up = row > 0 ? (data[at - rowBytes] ?? 0) : 0
      const corner = x >= size && row > 0 ? (data[at - rowBytes - size] ?? 0) : 0
      data[at] = (raw[at + row + 1] ?? 0) + predicted(filter, left, up, corner)
    }
  }
  return data
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  return filter === 4 ? paeth(left, up, corner) : 0
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

function colorsOf(pixels: Uint8Array): Uint32Array {
  return new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4)
}

/** The most frequent colors first. */
function paletteOf(pixels: Uint8Array): number[] {
  const counts = new Map<number, number>()
  for (const color of colorsOf(pixels)) counts.set(color, (counts.get(color) ?? 0) + 1)
  const byCount = [...counts].toSorted(([, a], [, b]) => b - a)
  return byCount.slice(0, MOST_COLORS).map(([color]) => color)
}

function nearestIn(palette: readonly number[], color: number): number {
  const wanted = channels(color)
  let best = { index: 0, distance: Infinity }
  for (const [index, known] of palette.entries()) {
    const distance = channels(known).reduce((sum, value, at) => sum + (value - (wanted[at] ?? 0)) ** 2, 0)
    if (distance < best.distance) best = { index, distance }
  }
  return best.index
}

/** Red, green, blue and alpha of a pixel in this machine's byte order, which is the little-endian one everywhere. */
function channels(color: number): [number, number, number, number] {
  return [color & 255, (color >> 8) & 255, (color >> 16) & 255, color >>> 24]
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
