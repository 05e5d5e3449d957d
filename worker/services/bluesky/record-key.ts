import { RUN_ID } from '../../contract/runs/applet-run.ts'
import { runTime } from '../../contract/runs/run-time.ts'

const TID = '234567abcdefghijklmnopqrstuvwxyz'
const TID_LENGTH = 13

/** When the run of an effect began, in ms, from its key (`sy_{run}_{step}_{n}`); null for another key. */
export function timeOfKey(key: string): number | null {
  const [start, run = ''] = key.split('_')
  return start === 'sy' && RUN_ID.test(run) ? runTime(run) : null
}

/**
 * A record key of AT Protocol (https://atproto.com/specs/tid) that is always the same for the same effect, so that a
 * repeat writes the same record. `at` in ms; the part below a millisecond and the clock's id are made from the key.
 */
export function recordKey(key: string, at: number): string {
  const hash = hashOf(key)
  const micros = BigInt(Math.floor(at)) * 1000n + BigInt(hash % 1000)
  let rest = (micros << 10n) | BigInt((hash >>> 10) & 1023)
  let text = ''
  for (let place = 0; place < TID_LENGTH; place++) {
    text = (TID[Number(rest & 31n)] ?? '2') + text
    rest >>= 5n
  }
  return text
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  return (
    [...text].reduce((hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619), 2_166_136_261) >>> 0
  )
}
