import { expect, test } from 'vitest'
import { requestTimeZone } from './request-time-zone.ts'

const zoneFor = (cookie: string) => requestTimeZone(new Request('http://localhost/', { headers: { cookie } }))

test('writes pages in the time zone of the cookie', () => {
  expect(zoneFor('a=1; timezone=Europe/Berlin')).toBe('Europe/Berlin')
})

test('reads an unknown time zone as UTC', () => {
  for (const cookie of ['', 'timezone=', 'timezone=Mars/Olympus', 'timezone=+01:00', 'timezone=<script>']) {
    expect(zoneFor(cookie)).toBe('UTC')
  }
})
