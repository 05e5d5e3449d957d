import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { RUN_ID } from '../../../contract/runs/applet-run.ts'
import { decodeRunId, encodeRunId, newSalt } from './ulid.ts'

const at = fc.integer({ min: 0, max: 2 ** 48 - 1 })
const seq = fc.integer({ min: 1, max: 2 ** 40 - 1 })
const salt = fc
  .infiniteStream(fc.double({ min: 0, max: 0.999 }))
  .map((stream) => newSalt(() => Number(stream.next().value)))

test('an id holds its row and its salt', () => {
  fc.assert(
    fc.property(at, seq, salt, (time, row, random) => {
      const id = encodeRunId({ at: time, seq: row, salt: random })
      expect(id).toMatch(RUN_ID)
      expect(decodeRunId(id)).toEqual({ seq: row, salt: random })
    }),
  )
})

test('ids sort by time, then by row', () => {
  fc.assert(
    fc.property(at, at, seq, seq, (first, second, one, other) => {
      const [a, b] = [
        encodeRunId({ at: first, seq: one, salt: 'ZZZZZZZZ' }),
        encodeRunId({ at: second, seq: other, salt: '00000000' }),
      ]
      if (first !== second) expect(a < b).toBe(first < second)
      else if (one !== other) expect(a < b).toBe(one < other)
    }),
  )
})

test.each(['', 'X', '8'.repeat(26), '0'.repeat(25), '0'.repeat(27), `${'0'.repeat(25)}I`, `${'0'.repeat(25)}a`])(
  '%s is not an id',
  (text) => {
    expect(decodeRunId(text)).toBeNull()
  },
)
