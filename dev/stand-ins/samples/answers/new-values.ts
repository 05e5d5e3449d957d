import { toTime } from '../../../../worker/services/format/answer-place.ts'

/** How far apart the ids of new things are, so that none meets one of the sample. */
const APART = 1000
/** Beyond this, a number counts ms and not seconds since 1970. */
const SECONDS_END = 1e11

/** An id like this one that the `n`th new thing has. */
export function newId(like: unknown, n: number): unknown {
  if (typeof like === 'number') return like + n * APART
  if (typeof like === 'string' && /^\d+$/.test(like)) {
    return String(BigInt(like) + BigInt(n * APART)).padStart(like.length, '0')
  }
  return typeof like === 'string' && like !== '' ? `${like}-${n}` : `new-${n}`
}

/** A moment in ms, written as this one is. */
export function newTime(like: unknown, now: number): unknown {
  if (typeof like === 'number') return like > SECONDS_END ? now : Math.floor(now / 1000)
  const iso = new Date(now).toISOString()
  if (typeof like !== 'string' || toTime(like) === null) return iso
  if (!/^\d{4}-/.test(like)) return new Date(now).toUTCString()
  if (like.length === 10) return iso.slice(0, 10)
  return like.includes('.') ? iso : iso.replace(/\.\d+Z$/, 'Z')
}
